-- Statements of accounts in another currency than the books': kept and shown as they are, never booked with their figures.

alter table bank_statement add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$');
alter table bank_entry add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$');
comment on column bank_statement.currency is 'Of its account, as the bank names it. What came before this column was taken with its figures as they stood.';
alter type entry_state add value 'foreign';
comment on table bank_entry is 'One line of the bank, once however many statements show it; amount in its currency as the firm sees it, money in positive. state: waiting = in unidentified receipts; posted = a contribution of account_id; noted = somebody had noted it by hand before; returning = to be sent back; returned; settled = an order to pay; refund = the way back of refund_of; booked = a journal by hand stands for it; foreign = in another currency than the books, so that nothing is booked of it; other = not booked.';
