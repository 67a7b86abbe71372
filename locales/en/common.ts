import type es from '../es/common.ts'
import type { Shape } from '../shape.ts'

export default {
  loading: 'Loading...',
  noData: 'No data available.',
  genericError: 'An error occurred. Please try again.',
  retry: 'Try again',
  reload: 'Reload the page',
  requestId: 'Reference: {{id}}',
  cancel: 'Cancel',
  undo: 'Undo',
  close: 'Close',
  moreActions: 'More actions',
  recordSections: 'Parts of the record',
  copied: 'Copied',
  copyValue: 'Copy {{value}}',
  yes: 'Yes',
  no: 'No',
  /** The effective yearly rate of interest, before tax. */
  effectiveRate: 'AER',
  password: {
    show: 'Show the password',
    hide: 'Hide the password',
    capsLock: 'Caps Lock is on.',
  },
} satisfies Shape<typeof es>
