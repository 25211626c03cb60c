//! From pages to hosts and domains.

use super::{EdgeList, GraphNodes, GraphOptions, LinkGraph, NodeLabels};
use crate::name::host_of;
use crate::snapshot::MapSnapshot;
use std::collections::HashMap;

impl LinkGraph {
    /// Puts the pages of each host or domain together. Pages without a host are left out.
    pub(super) fn grouped(
        &self,
        snapshot: &MapSnapshot<'_>,
        options: &GraphOptions<'_>,
    ) -> LinkGraph {
        let by_domain = options.nodes == GraphNodes::Domains;
        let mut names: Vec<String> = Vec::new();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut group_of = Vec::with_capacity(self.len());
        // Pages of a host follow one another.
        let mut last: Option<(String, u32)> = None;
        snapshot.each_name(|page, name| {
            // Nodes stand in the order of their pages.
            if self.page(group_of.len() as u32) != Some(page) {
                return;
            }
            let Some(host) = host_of(name) else {
                group_of.push(u32::MAX);
                return;
            };
            if last.as_ref().is_none_or(|(name, _)| *name != host) {
                let domain = stodola_uri::registrable_domain(&host).filter(|_| by_domain);
                let name = domain.unwrap_or(&host).to_owned();
                let number = *numbers.entry(name.clone()).or_insert_with(|| {
                    names.push(name);
                    names.len() as u32 - 1
                });
                last = Some((host, number));
            }
            group_of.push(last.as_ref().map_or(u32::MAX, |(_, number)| *number));
        });
        let edges = self.grouped_edges(&group_of, names.len(), options.self_links);
        LinkGraph { labels: NodeLabels::Names(names), edges }
    }

    fn grouped_edges(&self, group_of: &[u32], groups: usize, self_links: bool) -> EdgeList {
        // Nodes in the order of their groups.
        let mut order: Vec<u32> =
            (0..self.len() as u32).filter(|node| group_of[*node as usize] != u32::MAX).collect();
        order.sort_by_key(|node| group_of[*node as usize]);
        let mut edges = EdgeList::new(true);
        let mut weights = vec![0u32; groups];
        let mut touched = Vec::new();
        let mut at = 0;
        for group in 0..groups as u32 {
            while let Some(&node) = order.get(at).filter(|it| group_of[**it as usize] == group) {
                for &target in self.edges.of(node) {
                    let target = group_of[target as usize];
                    if target == u32::MAX || target == group && !self_links {
                        continue;
                    }
                    let weight = &mut weights[target as usize];
                    if *weight == 0 {
                        touched.push(target);
                    }
                    *weight = weight.saturating_add(1);
                }
                at += 1;
            }
            for target in touched.drain(..) {
                let weight = std::mem::take(&mut weights[target as usize]);
                edges.push_weighted(target, weight);
            }
            edges.end_node();
        }
        edges
    }
}
