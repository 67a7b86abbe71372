import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Writes the state of their information form onto these clients, where lists and pages read it. Answers that wait come first; else a complete form
 * counts until the next one is complete. A client without any version keeps what an import said. Their rows of the list are the caller's to refresh.
 */
export const refreshInfoFormStatus = async (tx: Kysely<DB>, clientIds: readonly string[]): Promise<void> => {
  await sql`
    update client c set form_status = f.state::text::form_state, form_on = f.state_on
      from (select distinct on (client_id) client_id, state, state_on from info_form where client_id = any(${[...clientIds]}::bigint[])
             order by client_id, (state = 'answered') desc, (state = 'complete') desc, id desc) f
     where c.id = f.client_id`.execute(tx)
}
