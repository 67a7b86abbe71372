-- A new authenticator app takes the old one's place only when it has shown a code: until then the old one goes on counting.

alter table totp alter column secret drop not null, add column next_secret text;
comment on table totp is 'Authenticator apps. Secrets are encrypted with a key of the installation; next_secret waits for its first code; last_step makes each code count once.';
