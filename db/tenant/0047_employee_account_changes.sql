-- The accounts to which a member of staff is paid are changed by two people.

create table employee_account_change (
  id                   bigint            generated always as identity primary key,
  employee_id          bigint            not null references employee,
  state                bank_change_state not null default 'asked',
  sets_iban            boolean           not null,
  iban                 text              check (iban ~ '^[A-Z0-9]{8,34}$'),
  seen_iban            text,
  sets_payroll_account boolean           not null,
  payroll_account      text              check (payroll_account ~ '^[A-Z0-9]{8,34}$'),
  seen_payroll_account text,
  approval_id          bigint            references approval,
  asked_by             bigint            not null,
  asked_at             timestamptz       not null,
  done_at              timestamptz,
  check (sets_iban or sets_payroll_account),
  check ((state = 'done') = (done_at is not null))
);
comment on table employee_account_change is 'A change of the accounts to which a member of staff is paid, from the proposal on. seen_*: what stood there when it was proposed; null = nothing.';
comment on column employee_account_change.iban is 'What it would be where sets_iban; null takes it away. The same for payroll_account.';
create unique index employee_account_change_asked on employee_account_change (employee_id) where state = 'asked';
create index employee_account_change_by_employee on employee_account_change (employee_id, id);
create index employee_account_change_by_approval on employee_account_change (approval_id);
