-- The colours of tags are those of the theme, which has teal and no violet.

alter table tag drop constraint tag_color_check;
update tag set color = 'teal' where color = 'violet';
alter table tag add constraint tag_color_check check (color in ('grey', 'blue', 'green', 'amber', 'red', 'teal'));
