//! Who may see which capture: the rules, the one decision, and the log of who changed what.
