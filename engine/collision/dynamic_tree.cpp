#include "engine/collision/dynamic_tree.h"

#include "engine/core/assert.h"
#include "engine/math/position.h"
#include <satbox/math.h>

#include <algorithm>
#include <array>

namespace satbox {

namespace {

constexpr int kBins = 8;
constexpr int kMaxHeuristicDepth = 32; // deeper ranges are halved: a rebuilt tree stays under kMaxHeight

// If more than one leaf in kRefitAllShare has moved, one sweep refits all inner nodes: it costs less than a
// walk to the root for each moved leaf.
constexpr size_t kRefitAllShare = 12;

// The tree is rebuilt once the extra cost of searches since the last rebuild exceeds that of this many
// searches per leaf, which is about the cost of a rebuild.
constexpr float kRebuildSearches = 0.3f;

float along(Vec2 v, bool x) { return x ? v.x : v.y; }

} // namespace

size_t DynamicTree::bytes() const
{
    return nodes_.capacity() * sizeof(Node) + leaves_.capacity() * sizeof(Leaf) +
           (topDownOrder_.capacity() + movedProxies_.capacity()) * sizeof(int32_t);
}

void DynamicTree::setChild(int32_t childRef, int32_t child, const Aabb& box, uint64_t tags)
{
    Node& n = node(childRef >> 1);
    n.children[childRef & 1] = child;
    n.boxes[childRef & 1] = box;
    n.tags[childRef & 1] = tags;
    if (child >= 0)
        node(child).ownRef = childRef;
    else if (child != kNoChild)
        leaf(~child).ownRef = childRef;
}

int32_t DynamicTree::allocateNode()
{
    if (freeNodes_ == kNull) {
        nodes_.emplace_back();
        return static_cast<int32_t>(nodes_.size() - 1);
    }
    const int32_t index = freeNodes_;
    freeNodes_ = node(index).ownRef;
    node(index) = Node{};
    return index;
}

void DynamicTree::releaseNode(int32_t index)
{
    node(index) = Node{};
    node(index).height = -1;
    node(index).ownRef = freeNodes_;
    freeNodes_ = index;
}

int32_t DynamicTree::insert(const Aabb& box, uint32_t userIndex, uint64_t tags)
{
    SATBOX_ASSERT(tags != 0, "no search would find it");
    SATBOX_ASSERT(isFinite(box), "a box in the tree must be finite");
    refit();
    int32_t proxy = freeLeaves_;
    if (proxy == kNull) {
        proxy = static_cast<int32_t>(leaves_.size());
        leaves_.emplace_back();
    } else {
        freeLeaves_ = static_cast<int32_t>(leaf(proxy).userIndex);
    }
    leaf(proxy).userIndex = userIndex;
    ++leafCount_;
    insertLeaf(proxy, box, tags);
    return proxy;
}

void DynamicTree::remove(int32_t proxy)
{
    SATBOX_ASSERT(leaf(proxy).ownRef != kNull, "not a proxy of this tree");
    refit();
    removeLeaf(proxy);
    leaf(proxy) = {kNull, static_cast<uint32_t>(freeLeaves_)};
    freeLeaves_ = proxy;
    --leafCount_;
}

void DynamicTree::moveProxy(int32_t proxy, const Aabb& box)
{
    SATBOX_ASSERT(isFinite(box), "a box in the tree must be finite");
    boxAt(leaf(proxy).ownRef) = box;
    movedProxies_.push_back(proxy);
}

void DynamicTree::refit()
{
    if (movedProxies_.empty()) return;
    if (leafCount_ < 2) { // the leaf's own box is the only one
        movedProxies_.clear();
        return;
    }
    const auto count = static_cast<float>(movedProxies_.size());
    const bool many = movedProxies_.size() * kRefitAllShare > static_cast<size_t>(leafCount_);
    if (many && leafCount_ > 2 * builtLeaves_) { // the values of the last rebuild are out of date
        rebuild();
        return;
    }
    if (many)
        refitAll();
    else
        for (const int32_t proxy : movedProxies_) refitAncestors(proxy);
    movedProxies_.clear();
    if (topDownOrder_.empty()) return;
    // The number of nodes that a search visits is about proportional to the sum of perimeters, and each moved
    // box causes one search.
    searchDebt_ +=
        count *
        std::max(0.0f, perimeterSum_ / (builtPerimeter_ * static_cast<float>(topDownOrder_.size())) - 1.0f);
    if (searchDebt_ > kRebuildSearches * static_cast<float>(leafCount_)) rebuild();
}

// Refits the boxes of a leaf's ancestors up to the first unchanged one. The root's box is not stored.
void DynamicTree::refitAncestors(int32_t proxy)
{
    int32_t i = leaf(proxy).ownRef >> 1;
    while (i != root_) {
        const int32_t childRef = node(i).ownRef;
        const Aabb box = boxOf(i);
        if (box == boxAt(childRef)) return;
        perimeterSum_ += perimeter(box) - perimeter(boxAt(childRef));
        boxAt(childRef) = box;
        i = childRef >> 1;
    }
}

void DynamicTree::refitAll()
{
    if (topDownOrder_.empty()) listInnerNodes();
    perimeterSum_ = 0.0f;
    for (size_t i = topDownOrder_.size(); i-- > 1;) { // the first is the root
        const Aabb box = boxOf(topDownOrder_[i]);
        boxAt(node(topDownOrder_[i]).ownRef) = box;
        perimeterSum_ += perimeter(box);
    }
}

void DynamicTree::listInnerNodes()
{
    if (root_ == kNull) return;
    topDownOrder_.push_back(root_);
    for (size_t i = 0; i < topDownOrder_.size(); ++i)
        for (const int32_t child : node(topDownOrder_[i]).children)
            if (child >= 0) topDownOrder_.push_back(child);
}

// Greedy descent: at each node, either selects it as the sibling or descends to the child that costs less.
// Returns the sibling's child reference, or kNull if the sibling is the root.
int32_t DynamicTree::findSibling(const Aabb& box) const
{
    int32_t index = root_;
    for (;;) {
        const Node& n = node(index);
        const float own = perimeter(boxOf(index));
        const float grown = perimeter(unite(boxOf(index), box));
        const float here = 2.0f * grown;              // a new parent of n and the leaf
        const float inherited = 2.0f * (grown - own); // growth of n if the leaf is inserted below it

        const auto below = [&](int side) {
            const float united = perimeter(unite(n.boxes[side], box));
            return inherited + (n.children[side] < 0 ? united : united - perimeter(n.boxes[side]));
        };
        const float cost0 = below(0);
        const float cost1 = below(1);
        if (here < cost0 && here < cost1) return n.ownRef;
        int side = cost0 < cost1 ? 0 : 1;
        if (cost0 == cost1) { // both enclose it: the one whose centre is nearer
            const float d0 = lengthSquared(center(n.boxes[0]) - center(box));
            const float d1 = lengthSquared(center(n.boxes[1]) - center(box));
            side = d0 <= d1 ? 0 : 1;
        }
        if (n.children[side] < 0) return 2 * index + side;
        index = n.children[side];
    }
}

void DynamicTree::insertLeaf(int32_t proxy, const Aabb& box, uint64_t tags)
{
    topDownOrder_.clear();
    if (root_ == kNull) {
        root_ = allocateNode();
        setChild(2 * root_, ~proxy, box, tags);
        setChild(2 * root_ + 1, kNoChild, kEmptyBox, 0);
        node(root_).height = 1;
        return;
    }
    if (node(root_).children[1] == kNoChild) {
        setChild(2 * root_ + 1, ~proxy, box, tags);
        return;
    }
    const int32_t childRef = findSibling(box);
    const int32_t parent = allocateNode();
    if (childRef == kNull) {
        setChild(2 * parent, root_, boxOf(root_), node(root_).allTags());
        root_ = parent;
    } else {
        setChild(2 * parent, childAt(childRef), boxAt(childRef), tagsAt(childRef));
        setChild(childRef, parent, unite(boxAt(childRef), box), tagsAt(childRef) | tags);
    }
    setChild(2 * parent + 1, ~proxy, box, tags);

    for (int32_t i = parent;; i = node(i).ownRef >> 1) {
        updateNode(i);
        rotate(i);
        if (i == root_) break;
    }
    if (height() > kMaxHeight) rebuild();
}

void DynamicTree::removeLeaf(int32_t proxy)
{
    topDownOrder_.clear();
    const int32_t childRef = leaf(proxy).ownRef;
    const int32_t parent = childRef >> 1;
    const int32_t sibling = childAt(childRef ^ 1);
    const Aabb siblingBox = boxAt(childRef ^ 1);
    const uint64_t siblingTags = tagsAt(childRef ^ 1);
    if (parent != root_) {
        const int32_t above = node(parent).ownRef;
        setChild(above, sibling, siblingBox, siblingTags);
        releaseNode(parent);
        for (int32_t i = above >> 1;; i = node(i).ownRef >> 1) {
            updateNode(i);
            if (i == root_) break;
        }
    } else if (sibling >= 0) {
        root_ = sibling;
        node(root_).ownRef = kNull;
        releaseNode(parent);
    } else if (sibling != kNoChild) {
        setChild(2 * root_, sibling, siblingBox, siblingTags);
        setChild(2 * root_ + 1, kNoChild, kEmptyBox, 0);
    } else {
        root_ = kNull;
        releaseNode(parent);
    }
}

// Updates a node's height, and its box and tags in the parent.
void DynamicTree::updateNode(int32_t index)
{
    Node& n = node(index);
    n.height = 1 + std::max(heightOf(n.children[0]), heightOf(n.children[1]));
    if (index == root_) return;
    boxAt(n.ownRef) = boxOf(index);
    tagsAt(n.ownRef) = n.allTags();
}

// Swaps a child of `index` with a grandchild on the other side, which leaves the box of `index` unchanged. Of
// the four possible swaps, does the one that shrinks the other child's box most, if any shrinks it.
void DynamicTree::rotate(int32_t index)
{
    if (node(index).height < 2) return;

    float best = 0.0f;     // perimeter saved
    int32_t upper = kNull; // child references
    int32_t lower = kNull;
    for (int side = 0; side < 2; ++side) {
        const Aabb& moves = node(index).boxes[side];      // moves down
        const int32_t c = node(index).children[side ^ 1]; // its child moves up
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
    const uint64_t downTags = tagsAt(upper), upTags = tagsAt(lower);
    setChild(upper, up, upBox, upTags);
    setChild(lower, down, downBox, downTags);
    updateNode(lower >> 1);
    updateNode(index);
}

// Moves the leaves of the left subtree to the front of the range and returns the index of the first one of
// the right subtree. Both sides are non-empty.
size_t DynamicTree::split(std::vector<BuildLeaf>& items, std::vector<BuildLeaf>& scratch,
                          const BuildRange& range)
{
    if (range.last - range.first == 2) return range.first + 1;
    const auto at = [&](size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
    Aabb centers{center(items[range.first].box), center(items[range.first].box)};
    for (size_t i = range.first + 1; i < range.last; ++i) {
        const Vec2 c = center(items[i].box);
        centers.lower = minimum(centers.lower, c);
        centers.upper = maximum(centers.upper, c);
    }
    const Vec2 size = centers.upper - centers.lower;
    const bool x = size.x >= size.y;
    const float scale = static_cast<float>(kBins) / along(size, x);
    if (range.depth >= kMaxHeuristicDepth || !isFinite(scale)) { // too deep, or all centres coincide
        std::sort(at(range.first), at(range.last), [&](const BuildLeaf& a, const BuildLeaf& b) {
            const float ca = along(center(a.box), x);
            const float cb = along(center(b.box), x);
            return ca != cb ? ca < cb : a.leaf < b.leaf;
        });
        return range.first + (range.last - range.first) / 2;
    }

    const auto binOf = [&](const BuildLeaf& item) {
        const int bin = static_cast<int>(scale * (along(center(item.box), x) - along(centers.lower, x)));
        return static_cast<size_t>(std::clamp(bin, 0, kBins - 1));
    };
    struct Bin {
        Aabb box = kEmptyBox;
        int count = 0;
        float cost() const { return count == 0 ? 0.0f : static_cast<float>(count) * perimeter(box); }
    };
    std::array<Bin, kBins> bins{};
    for (size_t i = range.first; i < range.last; ++i) {
        Bin& bin = bins[binOf(items[i])];
        bin.box = unite(bin.box, items[i].box);
        ++bin.count;
    }

    // Cost of the right side for a split before each bin, then the total with the left side. The outermost
    // bins hold the outermost centres, so neither side is ever empty.
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
    size_t middle = range.first;
    for (size_t i = range.first; i < range.last; ++i) {
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
    std::vector<BuildLeaf> items;
    items.reserve(static_cast<size_t>(leafCount_));
    for (int32_t i = 0; i < static_cast<int32_t>(leaves_.size()); ++i)
        if (const int32_t ref = leaf(i).ownRef; ref != kNull) items.push_back({boxAt(ref), i, tagsAt(ref)});
    nodes_.clear();
    movedProxies_.clear();
    topDownOrder_.clear();
    searchDebt_ = 0.0f;
    root_ = kNull;
    freeNodes_ = kNull;
    if (items.empty()) return;

    root_ = allocateNode();
    node(root_).height = 1;
    if (items.size() == 1) {
        setChild(2 * root_, ~items[0].leaf, items[0].box, items[0].tags);
        setChild(2 * root_ + 1, kNoChild, kEmptyBox, 0);
        return;
    }
    std::vector<BuildLeaf> scratch;
    std::vector<BuildRange> ranges{{0, items.size(), kNull, 0}};
    while (!ranges.empty()) {
        const BuildRange range = ranges.back();
        ranges.pop_back();
        if (range.last - range.first == 1) {
            const BuildLeaf& item = items[range.first];
            setChild(range.ownRef, ~item.leaf, item.box, item.tags);
            continue;
        }
        const int32_t index = range.ownRef == kNull ? root_ : allocateNode();
        if (range.ownRef != kNull) setChild(range.ownRef, index, {}, 0);
        topDownOrder_.push_back(index);
        const size_t middle = split(items, scratch, range);
        ranges.push_back({middle, range.last, 2 * index + 1, range.depth + 1});
        ranges.push_back({range.first, middle, 2 * index, range.depth + 1}); // next: adjacent in memory
    }
    for (size_t i = topDownOrder_.size(); i-- > 0;) updateNode(topDownOrder_[i]);
    refitAll();
    builtPerimeter_ = std::max(perimeterSum_ / static_cast<float>(topDownOrder_.size()), 1e-30f);
    builtLeaves_ = leafCount_;
}

const char* DynamicTree::validate() const
{
    int leaves = 0;
    for (int32_t i = 0; i < static_cast<int32_t>(leaves_.size()); ++i) {
        if (leaf(i).ownRef == kNull) continue;
        ++leaves;
        if (childAt(leaf(i).ownRef) != ~i) return "the own reference of a leaf does not lead to it";
    }
    if (leaves != leafCount_) return "the number of leaves is wrong";
    int inner = 0;
    for (int32_t i = 0; i < static_cast<int32_t>(nodes_.size()); ++i) {
        const Node& n = node(i);
        if (n.height < 0) continue;
        ++inner;
        if (n.ownRef == kNull && i != root_) return "a node without parent is not the root";
        if (n.ownRef != kNull && childAt(n.ownRef) != i)
            return "the own reference of a node does not lead to it";
        if (n.height != 1 + std::max(heightOf(n.children[0]), heightOf(n.children[1])))
            return "a height is wrong";
        for (int32_t side = 0; side < 2; ++side) {
            const int32_t child = n.children[side];
            if (child == kNoChild) {
                if (leafCount_ != 1) return "a child is missing";
                continue;
            }
            if ((child >= 0 ? node(child).ownRef : leaf(~child).ownRef) != 2 * i + side)
                return "the own reference of a child does not lead to it";
            if (child >= 0 && n.boxes[side] != boxOf(child))
                return "a box is not the union of its children's boxes";
            if (child >= 0 && n.tags[side] != node(child).allTags())
                return "tags are not those of the leaves below";
        }
    }
    return inner == std::max(leafCount_ - 1, std::min(leafCount_, 1)) ? "" : "the number of nodes is wrong";
}

} // namespace satbox
