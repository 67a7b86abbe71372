import { type RawBuilder, sql } from 'kysely'

/** As JSON, the rules of a person `p.user_id` that hold on a day; `which` narrows the rules r further. */
export const activePersonRulesSql = (day: string, which: RawBuilder<unknown> = sql`true`) => sql`coalesce((
  select json_agg(json_build_object('id', r.id::text, 'effect', r.effect, 'module', r.module, 'action', r.action, 'scope', r.scope, 'validTo', r.valid_to))
    from person_rule r
   where r.user_id = p.user_id and r.ended_at is null and r.valid_from <= ${day} and (r.valid_to is null or r.valid_to >= ${day}) and ${which}), '[]')`
