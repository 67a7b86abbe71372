export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      signature: {
        title: 'Who signs for an account changes',
        text: '{{change}}. If you did not expect it, tell the management.',
      },
    },
  },
  actions: {
    account_signatureChanged: 'Changes who signs for an account',
  },
  tasks: {
    signature: 'Signature of an account',
  },
  changes: {
    signOne: 'Take the signature of any one holder for account {{account}} (client {{who}})',
    signAll: 'Take the signatures of all holders for account {{account}} (client {{who}})',
  },
}
