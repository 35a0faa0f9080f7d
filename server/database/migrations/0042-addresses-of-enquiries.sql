-- serves: 0016
-- As accounts have theirs: whoever closes one takes along what was written with its address.
update enquiries set email = lower(email) where email <> lower(email);
