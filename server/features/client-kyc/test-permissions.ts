import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  clientEditorsRow,
  clientPartEditorsRow,
  clientPartReadersRow,
  clientReadersRow,
} from '#test/permissions/permission-rows.ts'
import { isAnswered, type ProbeRequest, type ProbeResponse, requestByClient } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

/** Whose document isn't there: whether the client was seen doesn't show. */
const byDocument = 'a document that is not there and one out of scope look alike: the test of client KYC asks'

const zoneText = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10'
const body = {
  identityKind: 'dni',
  issuingCountry: 'ES',
  identityNumber: '1',
  validUntil: null,
  permanent: true,
  frontFileId: null,
  backFileId: null,
}
const addressBody = { proofKind: 'other', issuedOn: '2026-06-01', frontFileId: null }
const uploadNothing = (target: ProbeTarget): ProbeRequest => ({
  ...requestByClient(target),
  content: new Blob(['x'], { type: 'application/octet-stream' }),
})
/** A client who was seen has what is sent refused for what it is. */
const hasCode =
  (code: string) =>
  (answer: ProbeResponse): boolean =>
    answer.json().code === code

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/kyc': clientReadersRow,
    'POST /clients/:clientId/kyc/files': clientEditorsRow,
    'POST /clients/:clientId/kyc/identity': clientEditorsRow,
    'POST /clients/:clientId/kyc/address': clientEditorsRow,
    'POST /clients/:clientId/kyc/documents/:documentId/check': clientPartEditorsRow,
    'POST /clients/:clientId/kyc/documents/:documentId/reject': clientPartEditorsRow,
    'GET /clients/:clientId/kyc/documents/:documentId/sides/:side': clientPartReadersRow,
    'POST /clients/:clientId/kyc/zone': clientEditorsRow,
  },
  probes: {
    'GET /clients/:clientId/kyc': { requests: [requestByClient], revealsRecord: isAnswered },
    'POST /clients/:clientId/kyc/files': { requests: [uploadNothing], revealsRecord: hasCode('kyc.fileKind') },
    'POST /clients/:clientId/kyc/identity': {
      requests: [(target) => ({ ...requestByClient(target), body })],
      revealsRecord: hasCode('kyc.bothSides'),
    },
    'POST /clients/:clientId/kyc/address': {
      requests: [(target) => ({ ...requestByClient(target), body: addressBody })],
      revealsRecord: hasCode('kyc.noFile'),
    },
    'POST /clients/:clientId/kyc/zone': {
      requests: [(target) => ({ ...requestByClient(target), body: { text: zoneText } })],
      revealsRecord: isAnswered,
    },
  },
  notProbed: {
    'POST /clients/:clientId/kyc/documents/:documentId/check': byDocument,
    'POST /clients/:clientId/kyc/documents/:documentId/reject': byDocument,
    'GET /clients/:clientId/kyc/documents/:documentId/sides/:side': byDocument,
  },
}
