-- serves: 0008
-- Whoever had more than eight children when the limit came keeps them, and the limit says so.
update accounts set children_at_most = had.children
from (select account_id, count(*) as children from children group by account_id) had
where had.account_id = accounts.id and had.children > children_at_most;
