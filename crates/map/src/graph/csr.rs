//! Edges in two arrays: where those of each node begin, and all targets.

/// The edges of a graph by their source. Takes 4 bytes an edge and 8 a node; with weights 8 an edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeList {
    /// Where the edges of each node begin, and the end of the last.
    starts: Vec<u64>,
    targets: Vec<u32>,
    weights: Option<Vec<u32>>,
}

impl EdgeList {
    /// Creates a list without nodes; `has_weights` if each edge has one.
    pub fn new(has_weights: bool) -> EdgeList {
        EdgeList { starts: vec![0], targets: Vec::new(), weights: has_weights.then(Vec::new) }
    }

    /// Adds an edge of the next node, which [`EdgeList::end_node`] ends.
    pub fn push(&mut self, target: u32) {
        self.targets.push(target);
        if let Some(weights) = &mut self.weights {
            weights.push(1);
        }
    }

    /// Same as [`EdgeList::push`] with a weight, which is ignored if the list has none.
    pub fn push_weighted(&mut self, target: u32, weight: u32) {
        self.targets.push(target);
        if let Some(weights) = &mut self.weights {
            weights.push(weight);
        }
    }

    /// Ends the edges of the next node.
    pub fn end_node(&mut self) {
        self.starts.push(self.targets.len() as u64);
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of edges.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are no edges.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        let at = |node: usize| self.starts.get(node).map_or(self.targets.len(), |it| *it as usize);
        at(node as usize)..at(node as usize + 1)
    }

    /// Targets of a node.
    pub fn of(&self, node: u32) -> &[u32] {
        &self.targets[self.range(node)]
    }

    /// Weights of the edges of a node, in the same order; empty if the list has none.
    pub fn weights_of(&self, node: u32) -> &[u32] {
        self.weights.as_ref().map_or(&[], |weights| &weights[self.range(node)])
    }

    /// Number of edges from a node.
    pub fn degree(&self, node: u32) -> usize {
        self.range(node).len()
    }

    /// Returns all edges turned round. Sources of a node are in the order of numbers. Weights are left out.
    pub fn transposed(&self) -> EdgeList {
        let nodes = self.nodes();
        let mut starts = vec![0u64; nodes + 1];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next: Vec<u64> = starts[..nodes].to_vec();
        let mut targets = vec![0; self.targets.len()];
        for source in 0..nodes as u32 {
            for &target in self.of(source) {
                let place = &mut next[target as usize];
                targets[*place as usize] = source;
                *place += 1;
            }
        }
        EdgeList { starts, targets, weights: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_turn_round_and_back() {
        let mut edges = EdgeList::new(false);
        for targets in [&[2, 1][..], &[], &[0, 2, 1], &[1]] {
            targets.iter().for_each(|target| edges.push(*target));
            edges.end_node();
        }
        let turned = edges.transposed();
        assert_eq!(turned.of(1), [0, 2, 3]);
        assert!(turned.of(3).is_empty());
        assert!(edges.of(9).is_empty());
        let again = turned.transposed();
        assert_eq!((again.of(0), again.of(2), again.len()), (&[1, 2][..], &[0, 1, 2][..], 6));
    }
}
