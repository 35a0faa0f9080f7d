-- serves: 0016
-- How often one person used a code (uses_of_code) was counted by reading all its uses, while its row was locked.
create index discount_uses_of_person on discount_uses (discount_code_id, coalesce(account_id, 0), guest_contact)
  where released_at is null;
drop index discount_uses_of_code;
