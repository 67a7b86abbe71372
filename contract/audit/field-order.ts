import { moduleKeys, permissionActions } from '../permissions.ts'

/** What is done, to whom: read before what the features say of it. */
export const firstFields = [
  'task',
  'change',
  'who',
  'cvl',
  'actingCvl',
  'employeeId',
  'absentId',
  'substituteId',
  'relation',
  'email',
] as const

/** What is read, and in which form. */
export const fieldOrder = ['from', 'to', 'format', 'rows', 'search', 'filters', 'columns'] as const

/** What it led to, and what proves it: read last, with the cells of a matrix of rights after all else. */
export const lastFields = [
  'count',
  'fields',
  'by',
  'reversedBy',
  'onBehalfOf',
  'approval',
  'reason',
  'failure',
  'sha256',
  ...moduleKeys,
  ...permissionActions,
] as const
