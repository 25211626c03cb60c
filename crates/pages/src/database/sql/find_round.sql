SELECT commit_id FROM rounds WHERE domain = ?1 AND tag = ?2
