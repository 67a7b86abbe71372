import { afterAll, beforeAll, expect, test } from 'vitest'
import { probeEndpoints } from './probe-endpoints.ts'
import {
  type Caller,
  farthestPlaces,
  openProbedFirm,
  type ProbedEndpoint,
  probedEndpoints,
  requestProbe,
} from './probed-firm.ts'

let firm: Awaited<ReturnType<typeof openProbedFirm>>
let otherTenantCaller: Caller
beforeAll(async () => {
  firm = await openProbedFirm()
  otherTenantCaller = await firm.t.as('admin', undefined, 'cfl')
})
afterAll(() => firm?.close())

const missingTarget = {
  employee: { id: '999999999999999', cvl: 'D9999999' },
  client: { id: '999999999999999', cvl: 'D9999998', name: 'Qxclientenadie' },
  accountId: '999999999999999',
  journalId: '999999999999999',
  paymentId: '999999999999999',
  quoteId: '999999999999999',
  noticeId: '999999999999999',
  positionId: '999999999999999',
  contactId: '999999999999999',
  callId: '999999999999999',
  followUpId: '999999999999999',
  meetingId: '999999999999999',
  presentationId: '999999999999999',
  presentationVersionId: '999999999999999',
  siblingId: '999999999999998',
  relationId: '999999999999999',
  takeEndedRelation: () => '999999999999999',
  mergeId: '999999999999999',
  consentId: '999999999999999',
  infoFormId: '999999999999999',
  infoFormRequestId: '999999999999999',
}

test('every endpoint answers alike for a record out of scope and a missing one', async () => {
  const who = await firm.signInAsRole('manager')
  const plain = async ({ endpoint }: ProbedEndpoint, sent: object) => {
    const { status, body } = await requestProbe(who, endpoint, sent)
    return `${status} ${body.replace(/"requestId":"[^"]*"/, '')}`
  }
  const found = await firm.checkEachRight('own', async (one) => {
    const differences: string[] = []
    for (const [at, way] of one.requests.entries()) {
      const real = await plain(one, way(firm.world.targets.other))
      const none = await plain(one, way(missingTarget))
      if (real !== none) differences.push(`${one.name}, way ${at}: ${real} instead of ${none}`)
    }
    return differences
  })
  expect(found).toEqual([])
})

test('no endpoint shows another prefix’s records to a user who sees all', async () => {
  const found = await probeEndpoints(probedEndpoints, async ({ name, endpoint, requests: ask }) => {
    const shown: string[] = []
    for (const way of ask)
      for (const place of farthestPlaces) {
        const target = firm.world.targets[place]
        const { body, status } = await requestProbe(otherTenantCaller, endpoint, way(target))
        if (status === 200 && body.includes(target.client.cvl)) shown.push(`${name} shows the place ${place}`)
      }
    return shown
  })
  expect(found.flat()).toEqual([])
})
