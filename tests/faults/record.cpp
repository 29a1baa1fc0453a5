#include "tests/faults/record.h"

#include <algorithm>
#include <map>
#include <vector>

namespace posewright::faults {

namespace {

struct Call {
    std::vector<std::string> words;
    std::string bytes;
};

std::vector<Call> callsIn(const std::string& record)
{
    std::vector<Call> calls;
    std::size_t at = 0;
    while (at < record.size()) {
        const std::size_t end = record.find('\n', at);
        Call call;
        for (std::size_t word = at; word <= end;) {
            const std::size_t tab = std::min(record.find('\t', word), end);
            call.words.push_back(record.substr(word, tab - word));
            word = tab + 1;
        }
        const std::size_t size = std::stoul(call.words.back());
        call.words.pop_back();
        call.bytes = record.substr(end + 1, size);
        at = end + 1 + size;
        calls.push_back(std::move(call));
    }
    return calls;
}

struct File {
    std::string bytes;   ///< as programs see it
    std::string synced;  ///< as the disk has promised
};

/// Takes a name away (`file` < 0) or gives it to a file.
struct NameChange {
    std::string name;
    int file = -1;
};

struct Open {
    int file = -1;  ///< -1: the folder
    std::size_t at = 0;
};

class Disk {
public:
    Disk(std::string folder, const Files& before) : folder_(std::move(folder))
    {
        for (const auto& [name, bytes] : before) {
            start_[folder_ + '/' + name] = static_cast<int>(files_.size());
            files_.push_back({bytes, bytes});
        }
        now_ = start_;
    }

    void take(const Call& call)
    {
        const std::vector<std::string>& w = call.words;
        if (w[0] == "mark") promised_ = true;
        if (w[0] == "open") open(std::stoi(w[1]), w[2], w[3]);
        if (w[0] == "dup") open_[std::stoi(w[1])] = open_[std::stoi(w[2])];
        if (w[0] == "seek") open_[std::stoi(w[1])].at = std::stoul(w[2]);
        if (w[0] == "write") write(open_[std::stoi(w[1])], call.bytes);
        if (w[0] == "size") files_[open_[std::stoi(w[1])].file].bytes.resize(std::stoul(w[2]));
        if (w[0] == "sync") sync(open_[std::stoi(w[1])]);
        if (w[0] == "unlink") change({w[1], -1});
        if (w[0] == "link") change({w[2], now_.at(w[1])});
        if (w[0] == "rename" && !sameFile(w[1], w[2])) {
            // One change for the disk: never only half of it.
            changes_.push_back({{w[2], now_.at(w[1])}, {w[1], -1}});
            apply(now_, changes_.back());
        }
    }

    void see(std::size_t after, const std::function<void(const Cut&)>& see) const
    {
        std::map<std::string, int> names = start_;
        for (std::size_t i = 0; i <= changes_.size(); ++i) {
            if (i > 0) apply(names, changes_[i - 1]);
            if (i < pinned_) continue;
            for (int share = 0; share <= 2; ++share) {
                Cut cut;
                cut.promised = promised_;
                cut.after = after;
                for (const auto& [path, file] : names)
                    if (path.rfind('/') == folder_.size())
                        cut.files[path.substr(folder_.size() + 1)] = left(files_[file], share);
                see(cut);
            }
        }
    }

private:
    using Names = std::map<std::string, int>;

    static void apply(Names& names, const std::vector<NameChange>& changes)
    {
        for (const NameChange& change : changes) {
            if (change.file < 0)
                names.erase(change.name);
            else
                names[change.name] = change.file;
        }
    }
    void change(NameChange change)
    {
        changes_.push_back({std::move(change)});
        apply(now_, changes_.back());
    }
    bool sameFile(const std::string& a, const std::string& b) const
    {
        const auto there = now_.find(b);
        return there != now_.end() && there->second == now_.at(a);
    }
    void open(int fd, const std::string& path, const std::string& how)
    {
        if (path == folder_) {
            open_[fd] = {-1, 0};
            return;
        }
        if (now_.find(path) == now_.end()) {
            files_.emplace_back();
            change({path, static_cast<int>(files_.size()) - 1});
        }
        open_[fd] = {now_.at(path), 0};
        if (how == "trunc") files_[now_.at(path)].bytes.clear();
    }
    void write(Open& open, const std::string& bytes)
    {
        std::string& all = files_[open.file].bytes;
        if (all.size() < open.at + bytes.size()) all.resize(open.at + bytes.size());
        all.replace(open.at, bytes.size(), bytes);
        open.at += bytes.size();
    }
    void sync(const Open& open)
    {
        if (open.file < 0)
            pinned_ = changes_.size();
        else
            files_[open.file].synced = files_[open.file].bytes;
    }
    static std::string left(const File& file, int share)
    {
        if (share == 0) return file.synced;
        if (share == 2) return file.bytes;
        const std::size_t more =
            file.bytes.size() > file.synced.size() ? file.bytes.size() - file.synced.size() : 0;
        return file.bytes.substr(0, std::min(file.bytes.size(), file.synced.size()) + more / 2);
    }

    std::string folder_;
    std::vector<File> files_;
    Names start_;
    Names now_;
    std::vector<std::vector<NameChange>> changes_;
    std::size_t pinned_ = 0;
    std::map<int, Open> open_;
    bool promised_ = false;
};

}  // namespace

void eachCut(const std::string& record, const std::string& folder, const Files& before,
             const std::function<void(const Cut&)>& see)
{
    Disk disk(folder, before);
    disk.see(0, see);
    std::size_t after = 0;
    for (const Call& call : callsIn(record)) {
        disk.take(call);
        disk.see(++after, see);
    }
}

}  // namespace posewright::faults
