#pragma once

#include "ui/session/session.h"

#include <QAbstractItemModel>
#include <QIcon>

#include <vector>

namespace posewright::ui {

/// The nodes as a one-column tree with editable names: targets and poles first, under one heading,
/// then the hierarchy of skeleton and other nodes.
///
/// Presents its own snapshot of the scene and swaps it inside begin/end, so that Qt's rule
/// "announce before you change" holds although the session has already moved on.
class SceneModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Role {
        NodeIdRole = Qt::UserRole,  ///< quint64; 0 for a heading
        UnkeyedRole                 ///< bool: it has an unkeyed move
    };

    explicit SceneModel(Session& session, QObject* parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    QModelIndex indexOf(NodeId node) const;
    static NodeId nodeAt(const QModelIndex& index);

private:
    /// A row of the tree; item 0 is the invisible root.
    struct Item {
        NodeIndex node = kNoNode;  ///< kNoNode: a heading or the root
        int parent = 0;
        int row = 0;
        std::vector<int> children;
    };

    void follow(const Document& now);
    void rebuild(const Document& now);
    void markUnkeyed();
    int addItem(int parent, NodeIndex node);
    const Item& itemAt(const QModelIndex& index) const;
    QIcon iconOf(NodeIndex node) const;
    bool isUnkeyed(NodeId node) const;

    Session& session_;
    Shared<Scene> scene_;
    Shared<Rig> rig_;
    std::vector<Item> items_;
    std::vector<int> itemOfNode_;
    int targetsHeading_ = -1;
    std::vector<NodeId> unkeyedNodes_;
};

}  // namespace posewright::ui
