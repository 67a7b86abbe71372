import { type RawBuilder, sql } from 'kysely'
import type { ClientPerson } from '#contract/client-data.ts'

/**
 * Who acts for the client of that column and who owns them, as JSON, in the order in which they were written down. Names inside are those of the
 * contract, and shares are text: JSON made in the database would write numbers.
 */
export const clientPeopleJsonSql = (clientId: RawBuilder<unknown>) => sql<(ClientPerson & { id: string })[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id::text, 'role', p.role, 'name', p.name, 'surname', p.surname,
      'identityKind', p.identity_kind, 'identityNumber', p.identity_number, 'country', p.country, 'powers', p.powers,
      'guardianship', p.guardianship, 'share', trim_scale(p.share)::text, 'position', p.position,
      'phone', p.phone, 'email', p.email, 'validFrom', p.valid_from, 'validTo', p.valid_to) order by p.id), '[]')
    from client_person p where p.client_id = ${clientId})`
