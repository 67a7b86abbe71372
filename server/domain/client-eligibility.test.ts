import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClient } from '#contract/clients/client.ts'
import type { ClientOperation, OperationEligibility } from '#contract/clients/operation-eligibility.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import {
  assertOperationAllowed,
  type EligibilityFacts,
  evaluateEligibility,
  findAccountsEligibility,
  findClientsEligibility,
  isDepositBlocked,
  isPaymentApprovalRequired,
  isRenewalBlocked,
} from './client-eligibility.ts'

const eligibleClient: EligibilityFacts = {
  kind: 'person',
  kycStatus: 'approved',
  dniStatus: 'valid',
  addressStatus: 'approved',
  lopdStatus: 'signed',
  blockKind: null,
  isGuardianMissing: false,
  isPepUnapproved: false,
  isReviewOverdue: false,
  isRestricted: false,
}

/** What each state lets through, written by hand: y = yes, a = with approval, n = no; new money, payouts, renewals. */
const expectedEffects = {
  blockKind: { null: 'yyy', commercial: 'nay', documents: 'nay', legal: 'nnn', death: 'nnn' },
  kycStatus: {
    approved: 'yyy',
    verified: 'yyy',
    pending: 'nan',
    missing: 'nan',
    unverified: 'nan',
    indifferent: 'nan',
    rejected: 'nan',
    failed: 'nan',
  },
  dniStatus: { permanent: 'yyy', valid: 'yyy', about_to_expire: 'yyy', expired: 'nan', missing: 'nan' },
  addressStatus: { approved: 'yyy', pending: 'yyy', rejected: 'nyy', no_data: 'nyy' },
  lopdStatus: { signed: 'yyy', sent: 'nyy', viewed: 'nyy', not_sent: 'nyy', superseded: 'nyy', withdrawn: 'nyn' },
  isGuardianMissing: { false: 'yyy', true: 'nan' },
  isPepUnapproved: { false: 'yyy', true: 'nan' },
  isReviewOverdue: { false: 'yyy', true: 'nyy' },
  isRestricted: { false: 'yyy', true: 'nyn' },
} as const

/** States that are no words. */
const plainStates: Record<string, null | boolean> = { null: null, true: true, false: false }

type EligibilityField = keyof typeof expectedEffects
const eligibilityFields = Object.keys(expectedEffects) as EligibilityField[]

const toEffectLetters = ({ in: money, out, renew }: OperationEligibility): string =>
  [money, out, renew].map(({ allowed, withApproval }) => (withApproval ? 'a' : allowed ? 'y' : 'n')).join('')

/** The strictest word of all. */
const combineEffectLetters = (words: readonly string[]): string =>
  [0, 1, 2].map((n) => ['n', 'a', 'y'].find((letter) => words.some((word) => word[n] === letter))!).join('')

function* listEligibilityCombinations(kind: EligibilityFacts['kind']): Generator<[EligibilityFacts, string]> {
  const choose = function* (
    at: number,
    chosen: Record<string, unknown>,
    words: string[],
  ): Generator<[EligibilityFacts, string]> {
    const field = eligibilityFields[at]
    if (!field) {
      yield [{ kind, ...chosen } as EligibilityFacts, combineEffectLetters(words)]
      return
    }
    for (const [state, word] of Object.entries(expectedEffects[field])) {
      const ofCompany = kind === 'company' && field === 'dniStatus' && state === 'missing'
      yield* choose(at + 1, { ...chosen, [field]: state in plainStates ? plainStates[state] : state }, [
        ...words,
        ofCompany ? 'yyy' : word,
      ])
    }
  }
  yield* choose(0, {}, [])
}

describe('operating rights of a client', () => {
  test.each(['person', 'company'] as const)(
    'every combination of states of a %s matches the table of operating rights',
    (kind) => {
      const wrong: string[] = []
      let seen = 0
      for (const [facts, expected] of listEligibilityCombinations(kind)) {
        seen++
        const verdict = evaluateEligibility(facts)
        if (toEffectLetters(verdict) !== expected)
          wrong.push(`${JSON.stringify(facts)}: ${toEffectLetters(verdict)}, not ${expected}`)
        for (const operation of ['in', 'out', 'renew'] as const) {
          const { allowed, withApproval, reasons } = verdict[operation]
          if ((allowed && !withApproval) !== (reasons.length === 0))
            wrong.push(`${operation}: reasons and verdict differ`)
        }
      }
      expect(wrong).toEqual([])
      expect(seen).toBe(5 * 8 * 5 * 4 * 6 * 2 ** 4)
    },
  )

  test('names every reason against operating, the gravest first', () => {
    const verdict = evaluateEligibility({
      ...eligibleClient,
      lopdStatus: 'withdrawn',
      addressStatus: 'rejected',
      dniStatus: 'expired',
      kycStatus: 'failed',
      blockKind: 'legal',
    })
    expect(verdict.in.reasons).toEqual(['blockLegal', 'kycFailed', 'dniExpired', 'addressRejected', 'lopdWithdrawn'])
    expect(verdict.out.reasons).toEqual(['blockLegal', 'kycFailed', 'dniExpired'])
  })

  test('an account stops when any of several holders may not operate', () => {
    expect(
      toEffectLetters(
        evaluateEligibility(
          eligibleClient,
          { ...eligibleClient, lopdStatus: 'sent' },
          { ...eligibleClient, blockKind: 'commercial' },
        ),
      ),
    ).toBe('nay')
  })

  test.each([
    ['blockKind', 'commercial', 'in', 'client.blocked'],
    ['blockKind', 'legal', 'out', 'client.blocked'],
    ['dniStatus', 'expired', 'renew', 'client.documents'],
    ['addressStatus', 'rejected', 'in', 'client.documents'],
    ['lopdStatus', 'viewed', 'in', 'client.lopd'],
    ['isGuardianMissing', true, 'renew', 'client.guardianMissing'],
    ['isPepUnapproved', true, 'in', 'client.pepUnapproved'],
    ['isReviewOverdue', true, 'in', 'client.reviewOverdue'],
    ['isRestricted', true, 'renew', 'client.restricted'],
  ] as const)('%s %s refuses the operation %s with %s', (field, state, operation: ClientOperation, code) => {
    const verdict = evaluateEligibility({ ...eligibleClient, [field]: state })[operation]
    expect(() => assertOperationAllowed(verdict)).toThrow(expect.objectContaining({ code }))
    expect(() => assertOperationAllowed(evaluateEligibility(eligibleClient)[operation])).not.toThrow()
  })

  test('lets an operation pass when it only needs approval', () => {
    expect(() =>
      assertOperationAllowed(evaluateEligibility({ ...eligibleClient, kycStatus: 'pending' }).out),
    ).not.toThrow()
  })
})

describe('operating rights in the books', () => {
  let t: Awaited<ReturnType<typeof createTestTenant>>
  beforeAll(async () => {
    t = await createTestTenant('dino')
  })
  afterAll(() => t.drop())

  test('the client record shows operating rights as of today', async () => {
    const client = await t.make.client({ checked: true })
    const findEffects = async () =>
      toEffectLetters((await (await t.as('admin')).call(getClient, { params: { clientId: client.id } })).canOperate)
    expect(await findEffects()).toBe('yyy')
    const expiry = (day: string) =>
      t.db.updateTable('client').set({ dniPermanent: false, dniValidUntil: day }).where('id', '=', client.id).execute()
    await expiry('2026-06-15')
    expect(await findEffects()).toBe('yyy')
    await expiry('2026-06-14')
    expect(await findEffects()).toBe('nan')
  })

  test.each([
    ['a review that was due yesterday', { nextReviewOn: '2026-06-14' }, 'nyy'],
    ['a review that is due today', { nextReviewOn: '2026-06-15' }, 'yyy'],
    ['a politically exposed client nobody approved', { pep: true }, 'nan'],
    ['an approved politically exposed client', { pep: true, pepApprovedAt: '2026-06-01T10:00:00Z' }, 'yyy'],
    ['a minor without a guardian', { birthDate: '2008-06-16' }, 'nan'],
    ['a client who comes of age today', { birthDate: '2008-06-15' }, 'yyy'],
  ] as const)('record, account and lists agree on %s', async (_, fields, expected) => {
    const client = await t.make.client({ checked: true })
    const account = await t.make.account({ clientId: client.id })
    await t.db.updateTable('client').set(fields).where('id', '=', client.id).execute()
    const record = await (await t.as('admin')).call(getClient, { params: { clientId: client.id } })
    expect(toEffectLetters(record.canOperate)).toBe(expected)
    const verdicts = await findAccountsEligibility(t.db, [account.id], '2026-06-15')
    expect(toEffectLetters(verdicts.get(account.id)!)).toBe(expected)
    const listed = await t.db
      .selectFrom('account as a')
      .where('a.id', '=', account.id)
      .select([isDepositBlocked('2026-06-15').as('deposit'), isPaymentApprovalRequired('2026-06-15').as('payment')])
      .select(isRenewalBlocked('2026-06-15').as('renewal'))
      .executeTakeFirstOrThrow()
    expect(listed).toEqual({ deposit: expected[0] === 'n', payment: expected[1] === 'a', renewal: expected[2] === 'n' })
  })

  test('a guardian in force lets a minor operate', async () => {
    const { id: clientId } = await t.make.client({ checked: true })
    await t.db.updateTable('client').set({ birthDate: '2015-01-01' }).where('id', '=', clientId).execute()
    const person = { clientId, role: 'guardian', guardianship: 'parent', name: 'Eva' } as const
    await t.db
      .insertInto('clientPerson')
      .values({ ...person, validTo: '2026-06-14' })
      .execute()
    const find = async (day = '2026-06-15') => toEffectLetters(await findClientsEligibility(t.db, [clientId], day))
    expect([await find('2026-06-14'), await find()]).toEqual(['yyy', 'nan'])
    await t.db
      .insertInto('clientPerson')
      .values({ ...person, validFrom: '2026-06-15' })
      .execute()
    expect(await find()).toBe('yyy')
  })

  test("an account's operating rights follow its holders and not its authorised persons", async () => {
    const checked = await t.make.client({ checked: true })
    const unsigned = await t.make.client()
    const alone = await t.make.account({ clientId: checked.id })
    const joint = await t.make.account({ clientId: checked.id, holders: [unsigned.id] })
    await t.db
      .insertInto('accountHolder')
      .values({ accountId: alone.id, clientId: unsigned.id, role: 'authorised' })
      .execute()
    const verdicts = await findAccountsEligibility(t.db, [alone.id, joint.id], '2026-06-15')
    expect([alone.id, joint.id].map((id) => toEffectLetters(verdicts.get(id)!))).toEqual(['yyy', 'nan'])
    expect(toEffectLetters(await findClientsEligibility(t.db, [checked.id, unsigned.id], '2026-06-15'))).toBe('nan')
  })
})
