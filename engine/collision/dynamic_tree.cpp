#include "engine/collision/dynamic_tree.h"

#include "engine/core/assert.h"

#include <algorithm>
#include <array>

namespace satbox {

namespace {

constexpr Aabb kNowhere{{3.4e38f, 3.4e38f}, {-3.4e38f, -3.4e38f}}; // of a child that is missing

constexpr int kBins = 8;
constexpr int kHeuristicDepth = 32; // below it groups are halved, which keeps a built tree under kMaxHeight

// Where more than one leaf in so many was placed, all inner nodes are fitted in one sweep: that costs less
// than as many walks to the root.
constexpr size_t kSweepShare = 12;

// Searches a leaf that have to be lost before the tree is built anew: about what that costs.
constexpr float kBuildSearches = 0.3f;

float along(Vec2 v, bool x) { return x ? v.x : v.y; }

} // namespace

size_t DynamicTree::bytes() const
{
    return nodes_.capacity() * sizeof(Node) + leaves_.capacity() * sizeof(Leaf) +
           (order_.capacity() + placed_.capacity()) * sizeof(int32_t);
}

void DynamicTree::put(int32_t place, int32_t child, const Aabb& box)
{
    Node& n = node(place >> 1);
    n.children[place & 1] = child;
    n.boxes[place & 1] = box;
    if (child >= 0)
        node(child).at = place;
    else if (child != kNoChild)
        leaf(~child).at = place;
}

int32_t DynamicTree::allocate()
{
    if (freeNodes_ == kNull) {
        nodes_.emplace_back();
        return static_cast<int32_t>(nodes_.size() - 1);
    }
    const int32_t index = freeNodes_;
    freeNodes_ = node(index).at;
    node(index) = Node{};
    return index;
}

void DynamicTree::release(int32_t index)
{
    node(index) = Node{};
    node(index).height = -1;
    node(index).at = freeNodes_;
    freeNodes_ = index;
}

int32_t DynamicTree::insert(const Aabb& box, uint32_t userIndex)
{
    SATBOX_ASSERT(isFinite(box), "a box in the tree must be finite");
    settle();
    int32_t proxy = freeLeaves_;
    if (proxy == kNull) {
        proxy = static_cast<int32_t>(leaves_.size());
        leaves_.emplace_back();
    } else {
        freeLeaves_ = static_cast<int32_t>(leaf(proxy).userIndex);
    }
    leaf(proxy).userIndex = userIndex;
    ++leafCount_;
    insertLeaf(proxy, box);
    return proxy;
}

void DynamicTree::remove(int32_t proxy)
{
    SATBOX_ASSERT(leaf(proxy).at != kNull, "not a proxy of this tree");
    settle();
    removeLeaf(proxy);
    leaf(proxy) = {kNull, static_cast<uint32_t>(freeLeaves_)};
    freeLeaves_ = proxy;
    --leafCount_;
}

void DynamicTree::place(int32_t proxy, const Aabb& box)
{
    SATBOX_ASSERT(isFinite(box), "a box in the tree must be finite");
    boxAt(leaf(proxy).at) = box;
    placed_.push_back(proxy);
}

void DynamicTree::settle()
{
    if (placed_.empty()) return;
    if (leafCount_ < 2) { // no box but its own
        placed_.clear();
        return;
    }
    const auto count = static_cast<float>(placed_.size());
    const bool many = placed_.size() * kSweepShare > static_cast<size_t>(leafCount_);
    if (many && leafCount_ > 2 * builtLeaves_) { // what is known of a small tree says nothing about this one
        rebuild();
        return;
    }
    if (many)
        fitAll();
    else
        for (const int32_t proxy : placed_) fitAbove(proxy);
    placed_.clear();
    if (order_.empty()) return;
    // Each search visits about as many nodes more as their perimeters have grown, and each box that was
    // placed will be searched for.
    debt_ += count * std::max(0.0f, cost_ / (builtCost_ * static_cast<float>(order_.size())) - 1.0f);
    if (debt_ > kBuildSearches * static_cast<float>(leafCount_)) rebuild();
}

// The boxes of a leaf's ancestors, up to the first that stays as it is. Nobody holds the root's.
void DynamicTree::fitAbove(int32_t proxy)
{
    int32_t i = leaf(proxy).at >> 1;
    while (i != root_) {
        const int32_t place = node(i).at;
        const Aabb box = boxOf(i);
        if (box == boxAt(place)) return;
        cost_ += perimeter(box) - perimeter(boxAt(place));
        boxAt(place) = box;
        i = place >> 1;
    }
}

void DynamicTree::fitAll()
{
    if (order_.empty()) listInner();
    cost_ = 0.0f;
    for (size_t i = order_.size(); i-- > 1;) { // the first is the root
        const Aabb box = boxOf(order_[i]);
        boxAt(node(order_[i]).at) = box;
        cost_ += perimeter(box);
    }
}

void DynamicTree::listInner()
{
    if (root_ == kNull) return;
    order_.push_back(root_);
    for (size_t i = 0; i < order_.size(); ++i)
        for (const int32_t child : node(order_[i]).children)
            if (child >= 0) order_.push_back(child);
}

// Greedy descent: at each node, pair up here, or go where the perimeter grows least. The place that the new
// leaf will share, or kNull for the root.
int32_t DynamicTree::findSibling(const Aabb& box) const
{
    int32_t index = root_;
    for (;;) {
        const Node& n = node(index);
        const float own = perimeter(boxOf(index));
        const float grown = perimeter(unite(boxOf(index), box));
        const float here = 2.0f * grown;              // a new parent of n and the leaf
        const float inherited = 2.0f * (grown - own); // what n grows by if the leaf goes below

        const auto below = [&](int side) {
            const float united = perimeter(unite(n.boxes[side], box));
            return inherited + (n.children[side] < 0 ? united : united - perimeter(n.boxes[side]));
        };
        const float cost0 = below(0);
        const float cost1 = below(1);
        if (here < cost0 && here < cost1) return n.at;
        int side = cost0 < cost1 ? 0 : 1;
        if (cost0 == cost1) { // both enclose it: the one whose middle is nearer
            const float d0 = lengthSquared(center(n.boxes[0]) - center(box));
            const float d1 = lengthSquared(center(n.boxes[1]) - center(box));
            side = d0 <= d1 ? 0 : 1;
        }
        if (n.children[side] < 0) return 2 * index + side;
        index = n.children[side];
    }
}

void DynamicTree::insertLeaf(int32_t proxy, const Aabb& box)
{
    order_.clear();
    if (root_ == kNull) {
        root_ = allocate();
        put(2 * root_, ~proxy, box);
        put(2 * root_ + 1, kNoChild, kNowhere);
        node(root_).height = 1;
        return;
    }
    if (node(root_).children[1] == kNoChild) {
        put(2 * root_ + 1, ~proxy, box);
        return;
    }
    const int32_t place = findSibling(box);
    const int32_t parent = allocate();
    if (place == kNull) {
        put(2 * parent, root_, boxOf(root_));
        root_ = parent;
    } else {
        put(2 * parent, childAt(place), boxAt(place));
        put(place, parent, unite(boxAt(place), box));
    }
    put(2 * parent + 1, ~proxy, box);

    for (int32_t i = parent;; i = node(i).at >> 1) {
        refit(i);
        rotate(i);
        if (i == root_) break;
    }
    if (height() > kMaxHeight) rebuild();
}

void DynamicTree::removeLeaf(int32_t proxy)
{
    order_.clear();
    const int32_t place = leaf(proxy).at;
    const int32_t parent = place >> 1;
    const int32_t sibling = childAt(place ^ 1);
    const Aabb siblingBox = boxAt(place ^ 1);
    if (parent != root_) {
        const int32_t above = node(parent).at;
        put(above, sibling, siblingBox);
        release(parent);
        for (int32_t i = above >> 1;; i = node(i).at >> 1) {
            refit(i);
            if (i == root_) break;
        }
    } else if (sibling >= 0) {
        root_ = sibling;
        node(root_).at = kNull;
        release(parent);
    } else if (sibling != kNoChild) {
        put(2 * root_, sibling, siblingBox);
        put(2 * root_ + 1, kNoChild, kNowhere);
    } else {
        root_ = kNull;
        release(parent);
    }
}

// Height, and the box that the parent holds.
void DynamicTree::refit(int32_t index)
{
    Node& n = node(index);
    n.height = 1 + std::max(heightOf(n.children[0]), heightOf(n.children[1]));
    if (index != root_) boxAt(n.at) = boxOf(index);
}

// Exchanges a child of `index` with a child of its other child where that makes the lower box smaller: the
// four rotations of a binary tree that keep the box of `index` itself.
void DynamicTree::rotate(int32_t index)
{
    if (node(index).height < 2) return;

    float best = 0.0f;     // perimeter saved
    int32_t upper = kNull; // places
    int32_t lower = kNull;
    for (int side = 0; side < 2; ++side) {
        const Aabb& moves = node(index).boxes[side];      // down
        const int32_t c = node(index).children[side ^ 1]; // gives up a child
        if (c < 0) continue;
        const float before = perimeter(node(index).boxes[side ^ 1]);
        for (int k = 0; k < 2; ++k) {
            const float saved = before - perimeter(unite(moves, node(c).boxes[k ^ 1]));
            if (saved <= best) continue;
            best = saved;
            upper = 2 * index + side;
            lower = 2 * c + k;
        }
    }
    if (upper == kNull) return;

    const int32_t down = childAt(upper);
    const int32_t up = childAt(lower);
    const Aabb downBox = boxAt(upper);
    const Aabb upBox = boxAt(lower);
    put(upper, up, upBox);
    put(lower, down, downBox);
    refit(lower >> 1);
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
        Aabb box = kNowhere;
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
    std::vector<Item> items;
    items.reserve(static_cast<size_t>(leafCount_));
    for (int32_t i = 0; i < static_cast<int32_t>(leaves_.size()); ++i)
        if (leaf(i).at != kNull) items.push_back({boxAt(leaf(i).at), i});
    nodes_.clear();
    placed_.clear();
    order_.clear();
    debt_ = 0.0f;
    root_ = kNull;
    freeNodes_ = kNull;
    if (items.empty()) return;

    root_ = allocate();
    node(root_).height = 1;
    if (items.size() == 1) {
        put(2 * root_, ~items[0].leaf, items[0].box);
        put(2 * root_ + 1, kNoChild, kNowhere);
        return;
    }
    std::vector<Item> scratch;
    std::vector<Group> groups{{0, items.size(), kNull, 0}};
    while (!groups.empty()) {
        const Group group = groups.back();
        groups.pop_back();
        if (group.last - group.first == 1) {
            put(group.at, ~items[group.first].leaf, items[group.first].box);
            continue;
        }
        const int32_t index = group.at == kNull ? root_ : allocate();
        if (group.at != kNull) put(group.at, index, {});
        order_.push_back(index);
        const size_t middle = cut(items, scratch, group);
        groups.push_back({middle, group.last, 2 * index + 1, group.depth + 1});
        groups.push_back({group.first, middle, 2 * index, group.depth + 1}); // on top: next in memory
    }
    for (size_t i = order_.size(); i-- > 0;) refit(order_[i]);
    fitAll();
    builtCost_ = std::max(cost_ / static_cast<float>(order_.size()), 1e-30f);
    builtLeaves_ = leafCount_;
}

const char* DynamicTree::validate() const
{
    int leaves = 0;
    for (int32_t i = 0; i < static_cast<int32_t>(leaves_.size()); ++i) {
        if (leaf(i).at == kNull) continue;
        ++leaves;
        if (childAt(leaf(i).at) != ~i) return "a node does not know its leaf";
    }
    if (leaves != leafCount_) return "the number of leaves is wrong";
    int inner = 0;
    for (int32_t i = 0; i < static_cast<int32_t>(nodes_.size()); ++i) {
        const Node& n = node(i);
        if (n.height < 0) continue;
        ++inner;
        if (n.at == kNull && i != root_) return "a node without parent is not the root";
        if (n.at != kNull && childAt(n.at) != i) return "a node's parent does not know it";
        if (n.height != 1 + std::max(heightOf(n.children[0]), heightOf(n.children[1])))
            return "a height is wrong";
        for (int32_t side = 0; side < 2; ++side) {
            const int32_t child = n.children[side];
            if (child == kNoChild) {
                if (leafCount_ != 1) return "a child is missing";
                continue;
            }
            if ((child >= 0 ? node(child).at : leaf(~child).at) != 2 * i + side)
                return "a child does not know its parent";
            if (child >= 0 && n.boxes[side] != boxOf(child)) return "a box is not that of its children";
        }
    }
    return inner == std::max(leafCount_ - 1, std::min(leafCount_, 1)) ? "" : "the number of nodes is wrong";
}

} // namespace satbox
