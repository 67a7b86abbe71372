export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      signature: {
        title: 'Change of signatories on an account',
        text: '{{change}}. If you did not expect this, tell senior management.',
      },
    },
  },
  actions: {
    account_signatureChanged: 'Changes the signatories of an account',
  },
  tasks: {
    signature: 'Signatories of an account',
  },
  changes: {
    signOne: 'Require the signature of any one holder on account {{account}} (client {{who}})',
    signAll: 'Require the signatures of all holders on account {{account}} (client {{who}})',
  },
  refusals: {
    'account.allSign': 'This account requires the signatures of all holders: confirm that they have signed.',
    'account.oneHolder': 'This account has only one holder.',
    'account.signatureWaits': 'A change of signatories on this account is already awaiting approval.',
  },
  auditValues: {
    one: 'One holder',
  },
  changeFields: {
    signedBy: 'Have signed',
  },
  changeValues: {
    anyHolder: 'Any of the holders',
    allHolders: 'All of the holders',
  },
}
