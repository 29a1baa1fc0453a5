#pragma once

#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/cures.h"

#include <functional>
#include <optional>

namespace posewright::operate {

/// A remedy must leave at most this share of a miss.
inline constexpr double kCureHelps = 0.98;

/// A document to try edits on and look at frames of. Internal to this folder.
class CureTrial {
public:
    CureTrial(const Document& doc, const edit::Context& context) :
        context_(context), doc_(doc), prepared_(prepare(doc, context.memo))
    {
    }

    const Document& doc() const noexcept { return doc_; }
    Evaluation at(double frame) const { return evaluate(*prepared_, frame); }
    /// False: an edit was refused, and the document is unchanged.
    bool take(const Edits& edits);
    const Edits& edits() const noexcept { return edits_; }

private:
    edit::Context context_;
    Document doc_;
    std::shared_ptr<const Prepared> prepared_;
    Edits edits_;
};

/// Null: it has none.
const TargetStatus* targetStatusIn(const Evaluation& shown, ConstraintId target);
int problemTargetsIn(const Evaluation& shown);

/// The frames around this one at which a target is missed.
Miss missIn(const CureTrial& trial, ConstraintId target, double frame);
/// The misses over these frames and some to each side.
Miss missesOver(const CureTrial& trial, ConstraintId target, double first, double last);

/// The miss to cure, and the document that has it.
struct CureCase {
    const Document& doc;
    const Constraint& target;
    Miss miss;
    const edit::Context& context;

    Miss left(const CureTrial& trial) const
    {
        return missesOver(trial, target.id, miss.first, miss.last);
    }
    /// The miss as one number, in which a turn counts little.
    double size() const { return miss.off + 1e-3 * miss.turned; }
};

struct CureKeys {
    CureTrial trial;
    std::vector<double> frames;  ///< ascending
};
/// Makes the edits that key a document, as it is shown, at a frame.
using PutCureKey = std::function<Edits(const Document&, const Evaluation&, double frame)>;

/// Adds keys one by one: the first at the requested frame, each further one at the frame that
/// misses most by then.
CureKeys keyedUntilMet(const CureCase& of, const PutCureKey& put);

/// A span that these edits set is not extended for their keys (near_key.h).
void addSpanAsItIs(const CureCase& of, const Document& doc, double frame, Edits& edits);

/// A remedy of what was tried; nullopt if that does not help.
std::optional<Remedy> madeRemedy(const CureCase& of, CureBy by, NodeId node, double amount,
                                 const CureTrial& trial);
/// The same for keys; the amount is how far the node moves within the miss.
std::optional<Remedy> madeRemedy(const CureCase& of, CureBy by, NodeId node, const CureKeys& keyed);

}  // namespace posewright::operate
