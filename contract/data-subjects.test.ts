import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { getAnswerSubjects, getChangedSubjects } from './answer-subjects.ts'
import { dataSubjects } from './core/data-subjects.ts'
import type { EndpointSpec } from './core/endpoint.ts'

const isEndpoint = (value: object): value is EndpointSpec => 'method' in value && 'path' in value && 'output' in value

const collectEndpoints = (name: string, value: unknown): [string, EndpointSpec][] => {
  if (typeof value !== 'object' || value === null) return []
  if (isEndpoint(value)) return [[name, value]]
  // Lists, and the calls of one kind of record.
  return Object.getPrototypeOf(value) === Object.prototype
    ? Object.entries(value).flatMap(([key, inner]) =>
        inner !== null && typeof inner === 'object' && isEndpoint(inner)
          ? [[`${name}.${key}`, inner] as [string, EndpointSpec]]
          : [],
      )
    : []
}

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const modules = await Promise.all(
  files.map((file): Promise<Record<string, unknown>> => import(/* @vite-ignore */ `./${file}`)),
)
const endpoints = new Map(
  modules.flatMap((exported) => Object.entries(exported).flatMap(([name, value]) => collectEndpoints(name, value))),
)
const writes = [...endpoints].filter(([, { method }]) => method !== 'GET')
const reads = [...endpoints].filter(([, { method }]) => method === 'GET')

/** What keeps no data of the firm: it works something out, or it is about the session alone, whose change empties the page. */
const changesNothing = [
  ...['auditNavigation', 'enterStaffView', 'leaveStaffView', 'lockSession', 'login', 'loginWithGoogle'],
  ...['sendHeartbeat', 'signOut', 'switchPrefix', 'unlockSession', 'verifySecondFactor', 'getPasskeySignInOptions'],
  ...['requestPasswordReset', 'resetPassword', 'setPreferences', 'deleteFormDraft', 'saveFormDraft'],
  ...['beginPasskeyRegistration', 'beginTotpSetup'],
  ...['previewHandover', 'quoteOpening', 'quoteWithdrawal', 'summarizeApprovals', 'summarizeInstructions'],
  ...['exportStudy', 'printStudy', 'projectStudy', 'projectProposal', 'exportClientReports', 'selectClients'],
  ...['compareMachineZone', 'uploadKycSide'],
  // Of a client without an account, whose page keeps no answers.
  ...['readConsents', 'answerConsents', 'withdrawOwnConsents', 'sendLinkCode', 'verifyLinkCode'],
  ...['readInfoForm', 'answerInfoForm'],
]

describe('what a write says that it changes', () => {
  test('every endpoint of the contract is found', () => {
    expect(writes.length).toBeGreaterThan(120)
    expect(reads.length).toBeGreaterThan(150)
  })

  test('every write says what it changes, and only those without data change nothing', () => {
    const silent = writes.filter(([, { changes }]) => !Array.isArray(changes)).map(([name]) => name)
    expect(silent).toEqual([])
    const none = writes.filter(([, { changes }]) => changes?.length === 0).map(([name]) => name)
    expect(none.sort()).toEqual([...changesNothing].sort())
  })

  test('every change of data shows in the audit, and in some answer', () => {
    const answered = new Set(reads.flatMap(([, endpoint]) => getAnswerSubjects(endpoint) ?? []))
    for (const [name, endpoint] of writes) {
      const changed = getChangedSubjects(endpoint)
      if (changed.length === 0) continue
      expect([name, changed]).toEqual([name, expect.arrayContaining(['audit'])])
      expect([name, changed.filter((subject) => !answered.has(subject))]).toEqual([name, []])
    }
    expect(dataSubjects.filter((subject) => !answered.has(subject))).toEqual([])
  })

  test('every subject of an answer is changed by some write', () => {
    const changed = new Set(writes.flatMap(([, endpoint]) => getChangedSubjects(endpoint)))
    expect(dataSubjects.filter((subject) => !changed.has(subject))).toEqual([])
  })

  test('every answer of a module says what it is about', () => {
    const unknown = reads.filter(([, { module, about }]) => module && !about && !getAnswerSubjects({ module }))
    expect(unknown.map(([name]) => name)).toEqual([])
  })
})

describe('writes of money', () => {
  const money = ['requestWithdrawal', 'cancelPayment', 'confirmPaymentPaid', 'confirmBatchPaid', 'confirmBatchSent']
    .concat(['proposePaymentReturn', 'addContribution', 'assignReceipt', 'executeCancellation', 'reverseJournal'])
    .concat(['openWithReceivedMoney', 'cancelOpening', 'uploadBankStatement', 'instructMaturities', 'undoImport'])
  test.each(money)('%s changes clients, accounts, the ledger and approvals', (name) => {
    expect(endpoints.get(name)?.changes).toEqual(expect.arrayContaining(['accounts', 'approvals', 'clients', 'ledger']))
  })

  test.each(['approveChangeRequest', 'decideApprovals', 'rejectChangeRequest', 'withdrawChangeRequest'])(
    '%s changes whatever the decided change was about',
    (name) => {
      expect(endpoints.get(name)?.changes).toEqual(dataSubjects)
    },
  )
})
