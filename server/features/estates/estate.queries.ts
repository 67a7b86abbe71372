import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import {
  type Estate,
  type EstateRecipient,
  estateRequirements,
  type getEstate,
  type getEstateDestinations,
} from '#contract/estates.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { parseFraction, sumFractions } from '#rules/fractions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql, userNameSql } from '#server/core/person-name.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { findDesignatedBeneficiaries } from './designated-beneficiaries.ts'
import type { DividedAccount } from './estate-division.ts'
import { findEstateClient } from './estate-record.ts'
import { examineEstate } from './release-estate.ts'

/** Every paper, whether anything is known of it or not. */
const findRequirements = async (db: Kysely<DB>, estateId: string): Promise<Estate['requirements']> => {
  const known = await db
    .selectFrom('estateRequirement as q')
    .leftJoin('recordAttachment as t', 't.id', 'q.attachmentId')
    .leftJoin('storedFile as f', 'f.id', 't.fileId')
    .where('q.estateId', '=', estateId)
    .select(['q.kind', 'q.state', 'q.attachmentId', 'f.fileName as attachmentName', 'q.note', 'q.changedAt'])
    .select(userNameSql('q.changed_by').as('changedByName'))
    .execute()
  const empty = { attachmentId: null, attachmentName: null, note: '', changedAt: null, changedByName: null }
  return estateRequirements.map(
    (kind) => known.find((one) => one.kind === kind) ?? { kind, state: 'missing' as const, ...empty },
  )
}

/** Recipients with their names; of those outside the caller's scope only that. */
const findNamedRecipients = async (ctx: Pick<Ctx, 'db' | 'scopes'>, estateId: string): Promise<EstateRecipient[]> => {
  const rows = await ctx.db
    .selectFrom('estateRecipient as r')
    .innerJoin('client', 'client.id', 'r.clientId')
    .leftJoin('account as a', 'a.id', 'r.accountId')
    .leftJoin('clientBankAccount as k', 'k.id', 'r.bankAccountId')
    .leftJoin(selectVisibleClients(ctx).select('c.clientId').as('seen'), 'seen.clientId', 'r.clientId')
    .where('r.estateId', '=', estateId)
    .select(['r.id', 'r.role', 'r.shareNumerator', 'r.shareDenominator', 'r.accountId', 'r.bankAccountId'])
    .select(['client.cvl', 'seen.clientId as seenId', 'a.number as accountNumber', 'k.number as bankNumber'])
    .select(sql<string>`${naturalNameSql('client')}`.as('name'))
    .orderBy('r.role')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    clientId: row.seenId,
    cvl: row.seenId && row.cvl,
    name: row.name,
    role: row.role,
    share: row.shareNumerator === null ? null : `${row.shareNumerator}/${row.shareDenominator}`,
    destination: row.accountId
      ? { kind: 'account', id: row.accountId, label: row.accountNumber ?? '' }
      : row.bankAccountId
        ? { kind: 'bankAccount', id: row.bankAccountId, label: maskAccountNumber(row.bankNumber ?? '') }
        : null,
  }))
}

/** What each would get today. */
const toEstateAccount = ({ account, division }: DividedAccount): Estate['accounts'][number] => {
  const withheld = division.parts.reduce((sum, part) => sum + part.withheld, 0n)
  const net = division.parts.reduce((sum, part) => sum + part.net, 0n)
  return {
    accountId: account.id,
    number: account.number,
    balance: centsToAmount(toCents(account.balance) + toCents(account.payable)),
    interest: centsToAmount(division.interest + division.bonus),
    withheld: centsToAmount(withheld),
    net: centsToAmount(net),
    parts: division.parts.map((part) => ({
      recipientId: part.recipientId,
      gross: centsToAmount(part.gross),
      withheld: centsToAmount(part.withheld),
      net: centsToAmount(part.net),
    })),
  }
}

type ReleasedPart = { accountId: string; number: string; recipientId: string; amount: string; withheld: string }

/** The same once it is paid, out of what was written down then. */
const findReleasedAccounts = async (db: Kysely<DB>, estateId: string): Promise<Estate['accounts']> => {
  const rows: ReleasedPart[] = await db
    .selectFrom('estatePayment as p')
    .innerJoin('account as a', 'a.id', 'p.accountId')
    .where('p.estateId', '=', estateId)
    .select(['p.accountId', 'a.number', 'p.recipientId', 'p.amount', 'p.withheld'])
    .orderBy('p.accountId')
    .orderBy('p.recipientId')
    .execute()
  const interests = await sql<{ accountId: string; interest: string }>`
    select l.account_id::text as "accountId", (-sum(l.amount))::numeric(18, 2)::text as interest
      from journal j join posting l on l.journal_id = j.id
     where j.source = 'estate' and j.idempotency_key like ${`estate:${estateId}:%`} and j.kind in ('interest', 'bonus') and l.account_id is not null
     group by l.account_id`.execute(db)
  const ids = [...new Set(rows.map(({ accountId }) => accountId))]
  return ids.map((accountId) => {
    const own = rows.filter((row) => row.accountId === accountId)
    const sum = (pick: (row: ReleasedPart) => string) => own.reduce((total, row) => total + toCents(pick(row)), 0n)
    const net = sum(({ amount }) => amount)
    const withheld = sum((row) => row.withheld)
    const interest = toCents(interests.rows.find((one) => one.accountId === accountId)?.interest ?? '0.00')
    return {
      accountId,
      number: own[0]!.number,
      balance: centsToAmount(net + withheld - interest),
      interest: centsToAmount(interest),
      withheld: centsToAmount(withheld),
      net: centsToAmount(net),
      parts: own.map((row) => ({
        recipientId: row.recipientId,
        gross: centsToAmount(toCents(row.amount) + toCents(row.withheld)),
        withheld: row.withheld,
        net: row.amount,
      })),
    }
  })
}

const findEstateHead = (ctx: Pick<Ctx, 'db' | 'scopes'>, clientId: string) =>
  selectVisibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('estate as e', 'e.clientId', 'c.clientId')
    .leftJoin('approval as p', (join) => join.onRef('p.id', '=', 'e.approvalId').on('p.state', '=', 'pending'))
    .where('c.clientId', '=', clientId)
    .select(['e.id', 'client.cvl', 'client.blockKind', 'e.diedOn', 'e.version', 'e.registeredAt', 'e.releasedAt'])
    .select(['p.id as pendingApprovalId', sql<string>`${naturalNameSql('client')}`.as('clientName')])
    .select([userNameSql('e.registered_by').as('registeredByName'), userNameSql('e.released_by').as('releasedByName')])
    .executeTakeFirst()

/** The procedure of a visible client; null where nobody has registered a death. */
export const findEstate = async (
  ctx: Ctx,
  { params: { clientId } }: Pick<ParsedRequest<typeof getEstate>, 'params'>,
): Promise<ResponseBody<typeof getEstate>> => {
  const head = await findEstateHead(ctx, clientId)
  if (!head) throw buildRefusal('notFound')
  const { id, diedOn, version, registeredAt, blockKind, ...rest } = head
  if (id === null || diedOn === null || version === null || registeredAt === null) return null
  const recipients = await findNamedRecipients(ctx, id)
  const isReleased = rest.releasedAt !== null
  const examined = isReleased ? null : await examineEstate(ctx.db, ctx, { id, clientId })
  const total = sumFractions(
    recipients.flatMap(({ share }) => (share === null ? undefined : parseFraction(share)) ?? []),
  )
  return {
    ...rest,
    clientId,
    diedOn,
    version,
    registeredAt,
    isFrozen: blockKind === 'death',
    requirements: await findRequirements(ctx.db, id),
    recipients,
    designated: isReleased ? [] : await findDesignatedBeneficiaries(ctx, { clientId, diedOn }),
    sharesTotal: `${total.numerator}/${total.denominator}`,
    obstacles: examined?.obstacles ?? [],
    accounts: examined
      ? examined.divided.flatMap((one) => (one ? toEstateAccount(one) : []))
      : await findReleasedAccounts(ctx.db, id),
  }
}

/** Where a visible client can be paid what they inherit. */
export const findEstateDestinations = async (
  ctx: Ctx,
  { params: { clientId, recipientId } }: ParsedRequest<typeof getEstateDestinations>,
): Promise<ResponseBody<typeof getEstateDestinations>> => {
  await findEstateClient(ctx.db, ctx, clientId)
  const recipient = await selectVisibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', recipientId)
    .select(sql<string>`${naturalNameSql('client')}`.as('clientName'))
    .executeTakeFirst()
  if (!recipient) throw buildRefusal('notFound')
  const accounts = await ctx.db
    .selectFrom('accountHolder as h')
    .innerJoin('account as a', 'a.id', 'h.accountId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .where('h.clientId', '=', recipientId)
    .where('h.role', '<>', 'authorised')
    .where('a.status', '=', 'active')
    .select(['a.id', sql<string>`a.number || ' · ' || p.name`.as('label')])
    .orderBy('a.id')
    .execute()
  const banks = await ctx.db
    .selectFrom('clientBankAccount')
    .where('clientId', '=', recipientId)
    .where('isPayout', '=', true)
    .select(['id', 'number'])
    .orderBy('isDefault', 'desc')
    .orderBy('id')
    .execute()
  return {
    ...recipient,
    accounts,
    bankAccounts: banks.map(({ id, number }) => ({ id, label: maskAccountNumber(number) })),
  }
}
