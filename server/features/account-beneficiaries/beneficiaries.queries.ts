import { type Kysely, sql } from 'kysely'
import type { Beneficiary, BeneficiaryDesignation, getAccountBeneficiaries } from '#contract/account-beneficiaries.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql, userNameSql } from '#server/core/person-name.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { selectVisibleClients, selectVisibleHoldings } from '#server/domain/visibility.ts'

type DesignationRow = Beneficiary & Omit<BeneficiaryDesignation, 'beneficiaries'>

/** Whether somebody who holds the account is alive, as far as the firm knows: only they designate. */
export const hasLivingHolder = async (db: Kysely<DB>, accountId: string): Promise<boolean> => {
  const living = await db
    .selectFrom('accountHolder as h')
    .where('h.accountId', '=', accountId)
    .where('h.role', '<>', 'authorised')
    .where(sql<boolean>`not exists (select from estate e where e.client_id = h.client_id)`)
    .select('h.clientId')
    .limit(1)
    .executeTakeFirst()
  return living !== undefined
}

/** Everybody of every designation, the newest designation first; of clients outside the caller's scope the name alone. */
const findDesignationRows = (ctx: Ctx, accountId: string): Promise<DesignationRow[]> =>
  ctx.db
    .selectFrom('accountBeneficiary as b')
    .leftJoin('client', 'client.id', 'b.clientId')
    .leftJoin(selectVisibleClients(ctx).select(['c.clientId', 'c.cvl']).as('seen'), 'seen.clientId', 'b.clientId')
    .where('b.accountId', '=', accountId)
    .select(['b.id', 'seen.clientId', 'seen.cvl', 'b.identityKind', 'b.identityNumber', 'b.relationship', 'b.share'])
    .select(['b.designation as version', 'b.validFrom', 'b.validTo', 'b.designatedAt'])
    .select(userNameSql('b.designated_by').as('designatedByName'))
    .select(sql<boolean>`b.client_id is not null`.as('isClient'))
    .select(sql<string>`coalesce(${naturalNameSql('client')}, ${naturalNameSql('b')})`.as('name'))
    .orderBy('b.designation', 'desc')
    .orderBy('b.id')
    .execute()

const groupDesignations = (rows: readonly DesignationRow[]): BeneficiaryDesignation[] => {
  const designations = new Map<number, BeneficiaryDesignation>()
  for (const { version, validFrom, validTo, designatedAt, designatedByName, ...beneficiary } of rows) {
    const known = designations.get(version)
    if (known) known.beneficiaries.push(beneficiary)
    else
      designations.set(version, {
        version,
        validFrom,
        validTo,
        designatedAt,
        designatedByName,
        beneficiaries: [beneficiary],
      })
  }
  return [...designations.values()]
}

/** Designations of an account of a visible client who holds it; 404 otherwise. */
export const findAccountBeneficiaries = async (
  ctx: Ctx,
  { params: { clientId, accountId } }: ParsedRequest<typeof getAccountBeneficiaries>,
): Promise<ResponseBody<typeof getAccountBeneficiaries>> => {
  const found = await selectVisibleHoldings(ctx)
    .innerJoin('account as a', 'a.id', 'h.accountId')
    .where('c.clientId', '=', clientId)
    .where('a.id', '=', accountId)
    .select('a.status')
    .select(isClientInScope(ctx, ['bt_Clientes', 'edit'], sql<string>`${clientId}::bigint`).as('mayEdit'))
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  const [rows, isHolderLiving] = await Promise.all([
    findDesignationRows(ctx, accountId),
    hasLivingHolder(ctx.db, accountId),
  ])
  const designations = groupDesignations(rows)
  return {
    current: designations.find(({ validTo }) => validTo === null) ?? null,
    past: designations.filter(({ validTo }) => validTo !== null),
    mayChange: found.mayEdit && found.status !== 'canceled' && isHolderLiving && ctx.person.actingCvl === null,
  }
}
