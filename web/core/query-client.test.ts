import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addPersonRule, getPermissionMatrix } from '#contract/access.ts'
import { getChartOfAccounts } from '#contract/accounting.ts'
import { approveChangeRequest, countPendingApprovals, getApproval } from '#contract/approvals.ts'
import { getAuditChainStatus } from '#contract/audit.ts'
import { listSessions, type Session } from '#contract/auth.ts'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import { getBankStatement } from '#contract/bank.ts'
import { executeCancellation, getCancellationQuote } from '#contract/cancellations.ts'
import { getClientBankAccounts, setDefaultBankAccount } from '#contract/client-bank-accounts.ts'
import { getAccount, getClient } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import type { EndpointSpec, RequestInput } from '#contract/core/endpoint.ts'
import { getHandover, proposeHandover } from '#contract/handovers.ts'
import { checkImport, getImport } from '#contract/imports.ts'
import { listDeadJobs, retryJob } from '#contract/interest.ts'
import { getMaturityOverview, instructMaturities } from '#contract/maturities.ts'
import { listNotifications, markNotificationsRead } from '#contract/notifications.ts'
import { cancelOpening, getOpening } from '#contract/openings.ts'
import { confirmBatchPaid, getBatch, getBatchFile } from '#contract/payment-batches.ts'
import { getPayment, quoteWithdrawal, requestWithdrawal } from '#contract/payments.ts'
import { getProduct, setTariff } from '#contract/products.ts'
import { addTag, listTags } from '#contract/records/tags.ts'
import { addComment, getRecordPanels } from '#contract/records.ts'
import { changeSettings, getSettings } from '#contract/settings.ts'
import { moveEmployee } from '#contract/staff/moves.ts'
import { getEmployee } from '#contract/staff.ts'
import { getTeam } from '#contract/team.ts'
import { callEndpoint, callForStream } from './call.ts'
import { buildQueryOptions, queryClient, refreshSubjects, setChangeBroadcaster } from './query-client.ts'
import { useSession } from './session.ts'

const reads = {
  getClient,
  getAccount,
  getClientBankAccounts,
  getPayment,
  getBatch,
  getOpening,
  getCancellationQuote,
  getMaturityOverview,
  getBankStatement,
  getTeam,
  getProduct,
  getHandover,
  getImport,
  listDeadJobs,
  getEmployee,
  getPermissionMatrix,
  getSettings,
  listTags,
  countPendingApprovals,
  getApproval,
  getChartOfAccounts,
  getAuditChainStatus,
  getRecordPanels,
  listSessions,
  listNotifications,
}
type ReadName = keyof typeof reads

/** What the page shows of money, whatever it is about. */
const money: readonly ReadName[] = [
  ...(['getClient', 'getAccount', 'getTeam', 'getApproval', 'countPendingApprovals', 'getAuditChainStatus'] as const),
  'getChartOfAccounts',
]
const quiet: readonly ReadName[] = [
  'getPermissionMatrix',
  'getSettings',
  'listTags',
  'listSessions',
  'listNotifications',
]
const beyondMoney: readonly ReadName[] = [...quiet, 'getProduct', 'getImport', 'listDeadJobs']

type WriteCase = { write: EndpointSpec; refetched: readonly ReadName[]; kept: readonly ReadName[] }
const cases: Readonly<Record<string, WriteCase>> = {
  'a withdrawal': { write: requestWithdrawal, refetched: [...money, 'getPayment', 'getBatch'], kept: beyondMoney },
  'a contribution': { write: addContribution, refetched: [...money, 'getBankStatement'], kept: quiet },
  'a paid batch': { write: confirmBatchPaid, refetched: [...money, 'getBatch', 'getPayment'], kept: beyondMoney },
  'a bank statement': {
    write: uploadBankStatement,
    refetched: [...money, 'getBankStatement', 'getPayment'],
    kept: quiet,
  },
  'a cancellation': { write: executeCancellation, refetched: [...money, 'getCancellationQuote'], kept: beyondMoney },
  'an opening that is given up': { write: cancelOpening, refetched: [...money, 'getOpening'], kept: quiet },
  instructions: { write: instructMaturities, refetched: [...money, 'getMaturityOverview'], kept: beyondMoney },
  'a tariff': {
    write: setTariff,
    refetched: ['getProduct', 'getAccount'],
    kept: [...quiet, 'getEmployee', 'getImport'],
  },
  'a default bank account': {
    write: setDefaultBankAccount,
    refetched: ['getClientBankAccounts', 'getClient', 'getPayment'],
    kept: [...beyondMoney],
  },
  'a handover': { write: proposeHandover, refetched: ['getHandover', 'getClient', 'getTeam'], kept: beyondMoney },
  'a move of an employee': { write: moveEmployee, refetched: ['getEmployee', 'getTeam'], kept: ['listSessions'] },
  'a rule of access': {
    write: addPersonRule,
    refetched: ['getPermissionMatrix', 'getApproval', 'countPendingApprovals', 'getEmployee'],
    kept: ['getClient', 'getAccount', 'getPayment', 'getSettings', 'getProduct', 'listTags'],
  },
  'a setting': {
    write: changeSettings,
    refetched: ['getSettings', 'getPayment', 'countPendingApprovals'],
    kept: ['getClient', 'getTeam', 'getEmployee', 'listTags', 'getImport', 'getHandover'],
  },
  'a job tried again': { write: retryJob, refetched: ['listDeadJobs'], kept: ['getClient', 'getPayment', ...quiet] },
  'a checked import': { write: checkImport, refetched: ['getImport'], kept: ['getClient', 'getAccount', ...quiet] },
  'a comment': {
    write: addComment,
    refetched: ['getRecordPanels', 'getAuditChainStatus'],
    kept: ['getClient', ...quiet],
  },
  'a tag': {
    write: addTag,
    refetched: ['getRecordPanels', 'listTags'],
    kept: ['getClient', 'getAccount', 'getPayment'],
  },
  'what was read': {
    write: markNotificationsRead,
    refetched: ['listNotifications'],
    kept: ['getClient', 'getPayment'],
  },
  'an approval': { write: approveChangeRequest, refetched: Object.keys(reads) as ReadName[], kept: [] },
  'a quote': { write: quoteWithdrawal, refetched: [], kept: Object.keys(reads) as ReadName[] },
}

/** Every answer is asked for by its own name, so that the calls can be told from one another. */
const params = Object.fromEntries(
  ['clientId', 'accountId', 'paymentId', 'batchId', 'quoteId', 'statementId', 'productId', 'handoverId', 'importId']
    .concat(['employeeId', 'entity', 'recordId', 'approvalId', 'jobId', 'userId', 'bankAccountId'])
    .map((name) => [name, '7']),
)
const input = { params, body: {} } as unknown as RequestInput<EndpointSpec>

const fetchMock = vi.fn<typeof fetch>()
let stop: (() => void)[] = []
const openPage = async (): Promise<void> => {
  stop = Object.values(reads).map((endpoint: EndpointSpec) =>
    new QueryObserver(queryClient, buildQueryOptions(endpoint, input)).subscribe(() => {}),
  )
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  fetchMock.mockClear()
}

beforeEach(async () => {
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset().mockImplementation(async () => Response.json({}))
  useSession.setState({ session: { sessionId: 's' } as Session })
  await openPage()
})
afterEach(() => {
  for (const end of stop) end()
  queryClient.clear()
  setChangeBroadcaster(() => {})
  useSession.setState({ session: null })
  vi.unstubAllGlobals()
})

const listRefetched = (): ReadName[] => {
  const requestedPaths = new Set(
    fetchMock.mock.calls.filter(([, request]) => request?.method === 'GET').map(([address]) => String(address)),
  )
  return (Object.keys(reads) as ReadName[]).filter((name) =>
    requestedPaths.has(`/api/v1${reads[name].path.replace(/:\w+/g, '7')}`),
  )
}

describe('what is read anew after a write', () => {
  test.each(Object.entries(cases))('%s refreshes what it changes and nothing else', async (_, one) => {
    await callEndpoint(one.write, input)
    const refetched = listRefetched()
    expect(refetched).toEqual(expect.arrayContaining([...one.refetched]))
    expect(refetched.filter((name) => one.kept.includes(name))).toEqual([])
  })

  test('the answer of a write comes after what it changes was read anew', async () => {
    let isRead = false
    fetchMock.mockImplementation(async (_, request) => {
      if (request?.method === 'GET') {
        await new Promise((resolve) => setTimeout(resolve, 20))
        isRead = true
      }
      return Response.json({})
    })
    await callEndpoint(addComment, input)
    expect(isRead).toBe(true)
  })
})

test('a file of a batch that is taken refreshes the batch, which notes it', async () => {
  await callForStream(getBatchFile, { params: { batchId: '7' } })
  await vi.waitFor(() => expect(listRefetched()).toContain('getBatch'))
  expect(listRefetched()).not.toContain('getClient')
})

describe('refused writes', () => {
  const refuse = (status: number): void => {
    fetchMock.mockImplementation(async (_, request) =>
      request?.method === 'GET' ? Response.json({}) : Response.json({ code: 'conflict.changed' }, { status }),
    )
  }

  test('a refused write reads nothing anew', async () => {
    refuse(409)
    await expect(callEndpoint(requestWithdrawal, input)).rejects.toMatchObject({ status: 409 })
    expect(listRefetched()).toEqual([])
  })

  test('a refused action shows how things stand now where it says so', async () => {
    refuse(409)
    await expect(callEndpoint(requestWithdrawal, input, { refreshOnRefusal: true })).rejects.toMatchObject({
      status: 409,
    })
    expect(listRefetched()).toEqual(expect.arrayContaining(['getPayment', 'getAccount']))
  })

  test('a write whose outcome is unknown reads anew what it may have changed', async () => {
    refuse(502)
    await expect(callEndpoint(requestWithdrawal, input)).rejects.toMatchObject({ status: 502 })
    await vi.waitFor(() => expect(listRefetched()).toEqual(expect.arrayContaining(['getPayment', 'getAccount'])))
  })
})

describe('other tabs', () => {
  test('a write tells the other tabs what it has changed', async () => {
    const notifiedKeys = vi.fn()
    setChangeBroadcaster(notifiedKeys)
    await callEndpoint(addComment, input)
    expect(notifiedKeys.mock.calls).toEqual([[['recordPanels', 'audit']]])
  })

  test('a change of another tab refreshes only what it is about', async () => {
    await refreshSubjects(['jobs'])
    expect(listRefetched()).toEqual(expect.arrayContaining(['listDeadJobs']))
    expect(listRefetched()).not.toContain('getClient')
  })

  test('a hidden tab waits until somebody looks at it', async () => {
    vi.stubGlobal('document', { hidden: true })
    await refreshSubjects(['clients'])
    expect(listRefetched()).toEqual([])
    const { queryKey } = buildQueryOptions(getClient as EndpointSpec, input)
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
  })
})
