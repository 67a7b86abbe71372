-- Whose clients were whose on an earlier day: figures of the past ask it of every link, not of the current ones alone.

create index client_staff_of_employee on client_staff (employee_id, valid_from) include (client_id, valid_to);
create index client_staff_of_client on client_staff (client_id, role, valid_from);
