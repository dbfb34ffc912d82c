#include "engine/collision/dynamic_tree.h"

#include "engine/core/assert.h"

#include <algorithm>
#include <array>

namespace satbox {

namespace {

constexpr int kBins = 8;
constexpr int kHeuristicDepth = 32; // below it groups are halved, which keeps a built tree under kMaxHeight

// Where more than one leaf in so many was placed, all inner nodes are fitted in one sweep: that costs less
// than as many walks to the root.
constexpr size_t kSweepShare = 12;

// Building anew costs about as much as this many searches a leaf.
constexpr float kBuildSearches = 1.0f;

float along(Vec2 v, bool x) { return x ? v.x : v.y; }

} // namespace

int32_t DynamicTree::allocate()
{
    if (freeList_ == kNull) {
        nodes_.emplace_back();
        return static_cast<int32_t>(nodes_.size() - 1);
    }
    const int32_t index = freeList_;
    freeList_ = node(index).parent;
    node(index) = Node{};
    return index;
}

void DynamicTree::release(int32_t index)
{
    node(index) = Node{};
    node(index).height = -1;
    node(index).parent = freeList_;
    freeList_ = index;
}

int32_t DynamicTree::insert(const Aabb& box, uint32_t userIndex, uint32_t category)
{
    SATBOX_ASSERT(isFinite(box), "a box in the tree must be finite");
    settle();
    const int32_t leaf = allocate();
    Node& n = node(leaf);
    n.box = box;
    n.userIndex = userIndex;
    n.category = category;
    insertLeaf(leaf);
    ++leafCount_;
    return leaf;
}

void DynamicTree::remove(int32_t proxy)
{
    SATBOX_ASSERT(node(proxy).isLeaf() && node(proxy).height == 0, "not a proxy of this tree");
    settle();
    removeLeaf(proxy);
    release(proxy);
    --leafCount_;
}

void DynamicTree::place(int32_t proxy, const Aabb& box)
{
    SATBOX_ASSERT(isFinite(box), "a box in the tree must be finite");
    node(proxy).box = box;
    placed_.push_back(proxy);
}

void DynamicTree::settle()
{
    if (placed_.empty()) return;
    const auto count = static_cast<float>(placed_.size());
    const bool many = placed_.size() * kSweepShare > static_cast<size_t>(leafCount_);
    if (many && builtCost_ == 0.0f) {
        rebuild();
        return;
    }
    if (many)
        fitAll();
    else
        for (const int32_t leaf : placed_) fitAbove(leaf);
    placed_.clear();
    if (order_.empty()) return;
    // Each search visits about as many nodes more as their perimeters have grown, and each box that was
    // placed will be searched for.
    debt_ += count * std::max(0.0f, cost_ / (builtCost_ * static_cast<float>(order_.size())) - 1.0f);
    if (debt_ > kBuildSearches * static_cast<float>(leafCount_)) rebuild();
}

// The boxes of a leaf's ancestors, up to the first that stays as it is.
void DynamicTree::fitAbove(int32_t leaf)
{
    for (int32_t i = node(leaf).parent; i != kNull; i = node(i).parent) {
        Node& n = node(i);
        const Aabb box = unite(node(n.child1).box, node(n.child2).box);
        if (box == n.box) return;
        cost_ += perimeter(box) - perimeter(n.box);
        n.box = box;
    }
}

void DynamicTree::fitAll()
{
    if (order_.empty()) listInner();
    cost_ = 0.0f;
    for (size_t i = order_.size(); i-- > 0;) {
        Node& n = node(order_[i]);
        n.box = unite(node(n.child1).box, node(n.child2).box);
        cost_ += perimeter(n.box);
    }
}

void DynamicTree::listInner()
{
    if (root_ == kNull || node(root_).isLeaf()) return;
    order_.push_back(root_);
    for (size_t i = 0; i < order_.size(); ++i) {
        const Node& n = node(order_[i]);
        if (!node(n.child1).isLeaf()) order_.push_back(n.child1);
        if (!node(n.child2).isLeaf()) order_.push_back(n.child2);
    }
}

// Greedy descent: at each node, pair up here, or go where the perimeter grows least.
int32_t DynamicTree::findSibling(const Aabb& box) const
{
    int32_t index = root_;
    while (!node(index).isLeaf()) {
        const Node& n = node(index);
        const float grown = perimeter(unite(n.box, box));
        const float here = 2.0f * grown;                           // a new parent of n and the leaf
        const float inherited = 2.0f * (grown - perimeter(n.box)); // what n grows by if the leaf goes below

        const auto below = [&](int32_t child) {
            const Node& c = node(child);
            const float united = perimeter(unite(c.box, box));
            return inherited + (c.isLeaf() ? united : united - perimeter(c.box));
        };
        const float cost1 = below(n.child1);
        const float cost2 = below(n.child2);
        if (here < cost1 && here < cost2) break;
        if (cost1 != cost2) {
            index = cost1 < cost2 ? n.child1 : n.child2;
        } else { // both enclose it: the one whose middle is nearer
            const float d1 = lengthSquared(center(node(n.child1).box) - center(box));
            const float d2 = lengthSquared(center(node(n.child2).box) - center(box));
            index = d1 <= d2 ? n.child1 : n.child2;
        }
    }
    return index;
}

void DynamicTree::insertLeaf(int32_t leaf)
{
    order_.clear();
    if (root_ == kNull) {
        root_ = leaf;
        node(leaf).parent = kNull;
        return;
    }
    const int32_t sibling = findSibling(node(leaf).box);
    const int32_t oldParent = node(sibling).parent;
    const int32_t parent = allocate();
    node(parent).parent = oldParent;
    node(parent).child1 = sibling;
    node(parent).child2 = leaf;
    node(sibling).parent = parent;
    node(leaf).parent = parent;
    if (oldParent == kNull)
        root_ = parent;
    else if (node(oldParent).child1 == sibling)
        node(oldParent).child1 = parent;
    else
        node(oldParent).child2 = parent;

    for (int32_t i = parent; i != kNull; i = node(i).parent) {
        refit(i);
        rotate(i);
    }
    if (height() > kMaxHeight) rebuild();
}

void DynamicTree::removeLeaf(int32_t leaf)
{
    order_.clear();
    if (leaf == root_) {
        root_ = kNull;
        return;
    }
    const int32_t parent = node(leaf).parent;
    const int32_t above = node(parent).parent;
    const int32_t sibling = node(parent).child1 == leaf ? node(parent).child2 : node(parent).child1;
    node(sibling).parent = above;
    if (above == kNull)
        root_ = sibling;
    else if (node(above).child1 == parent)
        node(above).child1 = sibling;
    else
        node(above).child2 = sibling;
    release(parent);
    for (int32_t i = above; i != kNull; i = node(i).parent) refit(i);
}

void DynamicTree::refit(int32_t index)
{
    Node& n = node(index);
    const Node& a = node(n.child1);
    const Node& b = node(n.child2);
    n.box = unite(a.box, b.box);
    n.category = a.category | b.category;
    n.height = static_cast<int16_t>(1 + std::max(a.height, b.height));
}

// Exchanges a child of `index` with a child of its other child where that makes the lower box smaller: the
// four rotations of a binary tree that keep the box of `index` itself.
void DynamicTree::rotate(int32_t index)
{
    if (node(index).height < 2) return;

    float best = 0.0f; // perimeter saved
    int32_t upper = kNull;
    int32_t lower = kNull;
    for (int side = 0; side < 2; ++side) {
        const int32_t b = side == 0 ? node(index).child1 : node(index).child2; // moves down
        const int32_t c = side == 0 ? node(index).child2 : node(index).child1; // gives up a child
        if (node(c).isLeaf()) continue;
        const float before = perimeter(node(c).box);
        const int32_t f = node(c).child1;
        const int32_t g = node(c).child2;
        const float takeF = before - perimeter(unite(node(b).box, node(g).box));
        const float takeG = before - perimeter(unite(node(b).box, node(f).box));
        if (takeF > best) {
            best = takeF;
            upper = b;
            lower = f;
        }
        if (takeG > best) {
            best = takeG;
            upper = b;
            lower = g;
        }
    }
    if (upper == kNull) return;

    const int32_t c = node(lower).parent;
    Node& top = node(index);
    Node& mid = node(c);
    (top.child1 == upper ? top.child1 : top.child2) = lower;
    (mid.child1 == lower ? mid.child1 : mid.child2) = upper;
    node(lower).parent = index;
    node(upper).parent = c;
    refit(c);
    refit(index);
}

// Puts the items of a group that go left first and returns where the others begin. Both parts are non-empty.
size_t DynamicTree::cut(std::vector<Item>& items, std::vector<Item>& scratch, const Group& group)
{
    if (group.last - group.first == 2) return group.first + 1;
    const auto at = [&](size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
    Aabb centers{center(items[group.first].box), center(items[group.first].box)};
    for (size_t i = group.first + 1; i < group.last; ++i) {
        const Vec2 c = center(items[i].box);
        centers.lower = minimum(centers.lower, c);
        centers.upper = maximum(centers.upper, c);
    }
    const Vec2 size = centers.upper - centers.lower;
    const bool x = size.x >= size.y;
    const float scale = static_cast<float>(kBins) / along(size, x);
    if (group.depth >= kHeuristicDepth || !isFinite(scale)) { // deep enough, or all centres in one place
        std::sort(at(group.first), at(group.last), [&](const Item& a, const Item& b) {
            const float ca = along(center(a.box), x);
            const float cb = along(center(b.box), x);
            return ca != cb ? ca < cb : a.leaf < b.leaf;
        });
        return group.first + (group.last - group.first) / 2;
    }

    const auto binOf = [&](const Item& item) {
        const int bin = static_cast<int>(scale * (along(center(item.box), x) - along(centers.lower, x)));
        return static_cast<size_t>(std::clamp(bin, 0, kBins - 1));
    };
    struct Bin {
        Aabb box{{3.4e38f, 3.4e38f}, {-3.4e38f, -3.4e38f}};
        int count = 0;
        float cost() const { return count == 0 ? 0.0f : static_cast<float>(count) * perimeter(box); }
    };
    std::array<Bin, kBins> bins{};
    for (size_t i = group.first; i < group.last; ++i) {
        Bin& bin = bins[binOf(items[i])];
        bin.box = unite(bin.box, items[i].box);
        ++bin.count;
    }

    // What the right part costs for a cut in front of each bin, then the left part with it. The outermost
    // bins hold the outermost centres, so neither part is ever empty.
    const auto add = [](Bin& to, const Bin& bin) {
        to.box = unite(to.box, bin.box);
        to.count += bin.count;
    };
    std::array<float, kBins> rightCost{};
    Bin right;
    for (size_t i = kBins; i-- > 1;) {
        add(right, bins[i]);
        rightCost[i] = right.cost();
    }
    Bin left;
    size_t best = 1;
    float bestCost = 3.4e38f;
    for (size_t i = 1; i < kBins; ++i) {
        add(left, bins[i - 1]);
        const float cost = left.cost() + rightCost[i];
        if (cost < bestCost) {
            bestCost = cost;
            best = i;
        }
    }

    scratch.clear();
    size_t middle = group.first;
    for (size_t i = group.first; i < group.last; ++i) {
        if (binOf(items[i]) < best)
            items[middle++] = items[i];
        else
            scratch.push_back(items[i]);
    }
    std::copy(scratch.begin(), scratch.end(), at(middle));
    return middle;
}

void DynamicTree::rebuild()
{
    placed_.clear();
    order_.clear();
    debt_ = 0.0f;
    std::vector<Item> items;
    items.reserve(static_cast<size_t>(leafCount_));
    for (int32_t i = static_cast<int32_t>(nodes_.size()); i-- > 0;) {
        if (node(i).height < 0) continue;
        if (node(i).isLeaf())
            items.push_back({node(i).box, i});
        else
            release(i); // downwards, so that the new inner nodes lie in memory in their order
    }
    root_ = kNull;
    if (items.empty()) return;

    std::vector<Item> scratch;
    std::vector<Group> groups{{0, items.size(), kNull, 0}};
    while (!groups.empty()) {
        const Group group = groups.back();
        groups.pop_back();
        const bool single = group.last - group.first == 1;
        const int32_t index = single ? items[group.first].leaf : allocate();
        node(index).parent = group.parent;
        if (group.parent == kNull)
            root_ = index;
        else if (node(group.parent).child1 == kNull)
            node(group.parent).child1 = index;
        else
            node(group.parent).child2 = index;
        if (single) continue;
        order_.push_back(index);
        const size_t middle = cut(items, scratch, group);
        groups.push_back({middle, group.last, index, group.depth + 1});
        groups.push_back({group.first, middle, index, group.depth + 1}); // on top: it becomes child1
    }
    cost_ = 0.0f;
    for (size_t i = order_.size(); i-- > 0;) {
        refit(order_[i]);
        cost_ += perimeter(node(order_[i]).box);
    }
    builtCost_ = order_.empty() ? 0.0f : cost_ / static_cast<float>(order_.size());
}

const char* DynamicTree::validate() const
{
    int leaves = 0;
    for (int32_t i = 0; i < static_cast<int32_t>(nodes_.size()); ++i) {
        const Node& n = node(i);
        if (n.height < 0) continue;
        if (n.parent == kNull && i != root_) return "a node without parent is not the root";
        if (n.isLeaf()) {
            ++leaves;
            if (n.height != 0) return "a leaf has a height";
            continue;
        }
        const Node& a = node(n.child1);
        const Node& b = node(n.child2);
        if (a.parent != i || b.parent != i) return "a child does not know its parent";
        if (!contains(n.box, a.box) || !contains(n.box, b.box)) return "a box does not hold its children";
        if (n.height != 1 + std::max(a.height, b.height)) return "a height is wrong";
        if ((n.category & (a.category | b.category)) != (a.category | b.category))
            return "category bits are missing";
    }
    return leaves == leafCount_ ? "" : "the number of leaves is wrong";
}

} // namespace satbox
