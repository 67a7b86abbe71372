import type es from '../es/limits.ts'
import type { Shape } from '../shape.ts'

export default {
  account: {
    title: 'Account that payments leave from',
    lead: 'It is the account paid from in the file for the bank. What is approved already keeps its own.',
    name: 'Holder',
    bic: 'BIC of the bank',
    save: 'Propose the account',
  },
  withdrawal: {
    title: 'Withdrawal limits',
    lead: 'Up to its limit, each profile asks for a withdrawal as the firm has it, and approves those of others. Above it, it takes somebody else with a higher limit.',
    limit: 'Amount of a withdrawal',
    hint: 'Empty: no limit.',
    any: 'No limit',
    new: 'New withdrawal limit',
  },
  contribution: {
    title: 'Limits of money in by hand',
    lead: 'How much money that the bank has not confirmed each profile notes in one account without another person, and up to which it approves what others note.',
    limit: 'Unconfirmed amount per account',
    hint: 'Empty: no limit.',
    new: 'New limit of money in',
  },
  bonus: {
    title: 'Bonus interest limits',
    lead: 'The points of bonus interest that each profile gives without somebody else approving it.',
    limit: 'Points',
    hint: 'In percentage points: 0.5',
    new: 'New bonus interest limit',
  },
  fields: { role: 'Profile', validFrom: 'From', setBy: 'Set by', state: 'State' },
  states: { current: 'In force', coming: 'To come', past: 'Past' },
  history: 'Show past ones too',
  add: 'Add a limit',
  save: 'Save',
  reason: 'Reason',
  reasonHint: 'Whoever decides will read it.',
  missing: 'Write the reason (3 letters or more).',
  propose: 'Propose',
  removeTitle: 'Remove this limit?',
  waiting: 'Waits for somebody else to approve it: {{what}}.',
  open: 'See the proposal',
  remove: 'Remove',
  removeNamed: 'Remove the limit of {{role}} from {{date}}',
} satisfies Shape<typeof es>
