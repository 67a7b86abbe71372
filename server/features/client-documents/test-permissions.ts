import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  adminOnlyRow,
  clientEditorsRow,
  clientPartEditorsRow,
  clientPartReadersRow,
  clientReadersRow,
} from '#test/permissions/permission-rows.ts'
import { isAnswered, type ProbeRequest, type ProbeResponse, requestByClient } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

/** Whose document isn't there: whether the client was seen doesn't show, so that the test of client documents asks. */
const byDocument = 'a document that is not there and one out of scope look alike: the test of client documents asks'
/** A client who was seen has their file refused for what it is. */
const isFileRefused = ({ json }: ProbeResponse): boolean => json().code === 'attachment.kind'
const upload = (target: ProbeTarget): ProbeRequest => ({
  ...requestByClient(target),
  query: { fileName: 'a.exe', kind: 'other', date: '2026-06-15' },
  content: new Blob([new Uint8Array([0x4d, 0x5a, 0x90, 0x00])], { type: 'application/octet-stream' }),
})

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/documents': clientReadersRow,
    'POST /clients/:clientId/documents': clientEditorsRow,
    'PATCH /clients/:clientId/documents/:documentId': clientPartEditorsRow,
    'POST /clients/:clientId/documents/:documentId/remove': adminOnlyRow,
    'POST /clients/:clientId/documents/:documentId/restore': adminOnlyRow,
    'GET /clients/:clientId/documents/:documentId/content': clientPartReadersRow,
  },
  probes: {
    'GET /clients/:clientId/documents': { requests: [requestByClient], revealsRecord: isAnswered },
    'POST /clients/:clientId/documents': { requests: [upload], revealsRecord: isFileRefused },
  },
  notProbed: {
    'PATCH /clients/:clientId/documents/:documentId': byDocument,
    'POST /clients/:clientId/documents/:documentId/remove': byDocument,
    'POST /clients/:clientId/documents/:documentId/restore': byDocument,
    'GET /clients/:clientId/documents/:documentId/content': byDocument,
  },
}
