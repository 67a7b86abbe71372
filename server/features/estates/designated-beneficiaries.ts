import { sql } from 'kysely'
import type { Estate } from '#contract/estates.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** Who was designated, on the day of the death, for the accounts that the deceased holds: what was designated later does not count. */
export const findDesignatedBeneficiaries = (
  ctx: Pick<Ctx, 'db' | 'scopes'>,
  { clientId, diedOn }: { clientId: string; diedOn: string },
): Promise<Estate['designated']> =>
  ctx.db
    .selectFrom('accountBeneficiary as b')
    .innerJoin('accountHolder as h', 'h.accountId', 'b.accountId')
    .innerJoin('account as a', 'a.id', 'b.accountId')
    .leftJoin('client', 'client.id', 'b.clientId')
    .leftJoin(selectVisibleClients(ctx).select(['c.clientId', 'c.cvl']).as('seen'), 'seen.clientId', 'b.clientId')
    .where('h.clientId', '=', clientId)
    .where('h.role', '<>', 'authorised')
    .where('a.status', '<>', 'canceled')
    .where('b.validFrom', '<=', diedOn)
    .where((eb) => eb.or([eb('b.validTo', 'is', null), eb('b.validTo', '>', diedOn)]))
    .select(['b.id', 'a.number as accountNumber', 'seen.clientId', 'seen.cvl', 'b.relationship', 'b.share'])
    .select(sql<string>`coalesce(${naturalNameSql('client')}, ${naturalNameSql('b')})`.as('name'))
    .orderBy('a.number')
    .orderBy('b.id')
    .execute()
