//! The map of a site as visitors walk it: a tree by the shortest way of clicks from its home page.
//!
//! Each page stands once: below the first page that links to it on a shortest way, in the order of the document.

use crate::graph::LinkGraph;

/// A tree of pages. Rows are in the order in which pages are reached: depth by depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteTree {
    /// The pages; the home page is the first.
    pub rows: Vec<TreeRow>,
}

/// A page of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeRow {
    /// The node of the graph.
    pub node: u32,
    /// The row of the page that it stands below; `None` for the home page.
    pub parent: Option<u32>,
    /// Number of clicks from the home page.
    pub depth: u32,
    /// The row of its first child; children follow one another. The number of rows if there is none.
    first_child: u32,
    /// Number of children.
    pub children: u32,
}

impl SiteTree {
    /// Makes the tree of the pages that can be reached from a node with at most `max_depth` clicks.
    pub fn new(graph: &LinkGraph, home: u32, max_depth: u32) -> SiteTree {
        let mut tree = SiteTree::default();
        let mut is_there = vec![false; graph.len()];
        let Some(is_home_there) = is_there.get_mut(home as usize) else { return tree };
        *is_home_there = true;
        let row =
            |node, parent, depth| TreeRow { node, parent, depth, first_child: 0, children: 0 };
        tree.rows.push(row(home, None, 0));
        let mut at = 0;
        while let Some(&TreeRow { node, depth, .. }) = tree.rows.get(at) {
            let first_child = tree.rows.len();
            let targets = if depth < max_depth { graph.edges().of(node) } else { &[] };
            for &target in targets {
                if !std::mem::replace(&mut is_there[target as usize], true) {
                    tree.rows.push(row(target, Some(at as u32), depth + 1));
                }
            }
            tree.rows[at].first_child = first_child as u32;
            tree.rows[at].children = (tree.rows.len() - first_child) as u32;
            at += 1;
        }
        tree
    }

    /// Rows of the children of a row.
    pub fn children(&self, row: u32) -> std::ops::Range<u32> {
        let found = self.rows.get(row as usize);
        found.map_or(0..0, |it| it.first_child..it.first_child + it.children)
    }

    /// Number of pages at each depth.
    pub fn depths(&self) -> Vec<u64> {
        let mut depths = Vec::new();
        for row in &self.rows {
            // Depths grow by one at most.
            if depths.len() <= row.depth as usize {
                depths.push(0);
            }
            depths[row.depth as usize] += 1;
        }
        depths
    }

    /// Calls `each` with every row in the order of an outline: a page, then what stands below it.
    pub fn outline(&self, mut each: impl FnMut(u32, &TreeRow)) {
        let mut open = Vec::new();
        open.push(0..u32::from(!self.rows.is_empty()));
        while let Some(last) = open.last_mut() {
            match last.next() {
                Some(row) => {
                    each(row, &self.rows[row as usize]);
                    open.push(self.children(row));
                }
                None => {
                    open.pop();
                }
            }
        }
    }

    /// Number of pages below each row, with itself.
    pub fn sums(&self) -> Vec<u64> {
        let mut sums = vec![1; self.rows.len()];
        for row in (1..self.rows.len()).rev() {
            if let Some(parent) = self.rows[row].parent {
                sums[parent as usize] += sums[row];
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::EdgeList;

    fn tree_of(edges: &[&[u32]], max_depth: u32) -> SiteTree {
        let mut list = EdgeList::new(false);
        for targets in edges {
            targets.iter().for_each(|target| list.push(*target));
            list.end_node();
        }
        SiteTree::new(&LinkGraph::from_edges(list), 0, max_depth)
    }

    fn outline(tree: &SiteTree) -> String {
        let mut text = String::new();
        tree.outline(|_, row| text += &format!("{}{} ", ">".repeat(row.depth as usize), row.node));
        text
    }

    #[test]
    fn each_page_stands_once_below_the_first_that_links_to_it() {
        // 3 is linked from 2 and 1, 4 from 1 and home; cycles, and 6 is not reached.
        let edges: &[&[u32]] = &[&[2, 1, 4], &[4, 3, 0], &[3, 5], &[0], &[2], &[1], &[0]];
        let tree = tree_of(edges, u32::MAX);
        assert_eq!(outline(&tree), "0 >2 >>3 >>5 >1 >4 ");
        assert_eq!(tree.depths(), [1, 3, 2]);
        assert_eq!(tree.sums(), [6, 3, 1, 1, 1, 1]);
        assert_eq!(outline(&tree_of(edges, 1)), "0 >2 >1 >4 ");
        assert_eq!(outline(&tree_of(edges, 0)), "0 ");
        assert_eq!(outline(&tree_of(&[], 5)), "");
    }

    #[test]
    fn very_deep_tree_is_no_trouble() {
        let edges: Vec<Vec<u32>> = (1..200_001).map(|next| vec![next % 200_000]).collect();
        let edges: Vec<&[u32]> = edges.iter().map(Vec::as_slice).collect();
        let tree = tree_of(&edges, u32::MAX);
        let mut rows = 0;
        tree.outline(|_, _| rows += 1);
        assert_eq!((rows, tree.sums()[0], tree.depths().len()), (200_000, 200_000, 200_000));
    }
}
