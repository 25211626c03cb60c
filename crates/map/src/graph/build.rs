//! Making a graph of a map as of a time.

use super::{EdgeList, GraphNodes, GraphOptions, LinkGraph, NodeLabels};
use crate::error::MapError;
use crate::name::uri_of;
use crate::snapshot::{MapSnapshot, PageNumber, PageState};

/// Stands for a page that is no node.
const NO_NODE: u32 = u32::MAX;

impl MapSnapshot<'_> {
    /// Makes a graph of pages, hosts or domains.
    pub fn graph(&self, options: &GraphOptions<'_>) -> Result<LinkGraph, MapError> {
        let members = Members::new(self, options);
        let is_edge: Vec<bool> = (0..self.words())
            .map(|number| self.shape(number).is_some_and(|shape| (options.is_edge)(shape)))
            .collect();
        let pages_only = options.nodes == GraphNodes::Pages;
        let mut edges = EdgeList::new(false);
        // The last node that had a link to each node.
        let mut linked_by = vec![NO_NODE; members.pages.len()];
        let mut next = 0u32;
        self.each(false, |page| {
            let node = members.nodes[page.number as usize];
            // The content of an address that redirects is not that of the page.
            let is_itself = members.pages.get(node as usize) == Some(&page.number);
            let Some(content) = page.content.filter(|_| is_itself) else { return Ok(()) };
            while next < node {
                edges.end_node();
                next += 1;
            }
            for link in &content.links {
                let target = members.nodes.get(link.target as usize).copied().unwrap_or(NO_NODE);
                let is_wanted = is_edge.get(link.shape as usize).copied().unwrap_or(false);
                if target == NO_NODE || !is_wanted {
                    continue;
                }
                // Links between pages of a host are wanted when hosts are asked for with themselves.
                let is_self = target == node && pages_only && !options.self_links;
                if !is_self && std::mem::replace(&mut linked_by[target as usize], node) != node {
                    edges.push(target);
                }
            }
            edges.end_node();
            next += 1;
            Ok(())
        })?;
        while (next as usize) < members.pages.len() {
            edges.end_node();
            next += 1;
        }
        let graph = LinkGraph { labels: NodeLabels::Pages(members.pages), edges };
        Ok(match options.nodes {
            GraphNodes::Pages => graph,
            GraphNodes::Hosts | GraphNodes::Domains => graph.grouped(self, options),
        })
    }
}

/// Which pages are nodes.
struct Members {
    /// The page of each node.
    pages: Vec<PageNumber>,
    /// The node of each address; that of the page where its redirects end, if it redirects.
    nodes: Vec<u32>,
}

impl Members {
    fn new(snapshot: &MapSnapshot<'_>, options: &GraphOptions<'_>) -> Members {
        let mut members = Members { pages: Vec::new(), nodes: Vec::new() };
        let is_page: Vec<bool> =
            (0..snapshot.words()).map(|number| (options.is_page)(&snapshot.word(number))).collect();
        snapshot.each_name(|page, name| {
            let standing = snapshot.standing(page);
            let is_candidate = match standing.state {
                PageState::Present => is_page.get(standing.mime as usize).is_none_or(|it| *it),
                PageState::Linked | PageState::Failed => options.with_missing,
                // A loop of redirects ends nowhere.
                PageState::Redirected => options.with_missing && snapshot.trail(page).is_loop,
            };
            let is_member = is_candidate && (options.keep)(&uri_of(name));
            members.nodes.push(if is_member { members.pages.len() as u32 } else { NO_NODE });
            if is_member {
                members.pages.push(page);
            }
        });
        for page in 0..snapshot.pages() {
            if snapshot.standing(page).state == PageState::Redirected
                && members.nodes[page as usize] == NO_NODE
            {
                members.nodes[page as usize] = members.nodes[snapshot.trail(page).end as usize];
            }
        }
        members
    }
}
