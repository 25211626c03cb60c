//! `data.xml`: the metadata of a page, which nobody may change, and the nodes that users add.
