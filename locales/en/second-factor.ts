export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    secondFactor: {
      added: {
        title: 'Second factor added',
        text: '{{way}} guards your account now.',
      },
      removed: {
        title: 'Second factor removed',
        text: '{{way}} no longer guards your account.',
      },
    },
    recoveryCode: {
      used: {
        title: 'Recovery code used',
        text: 'You have {{left}} left. You can make new ones in your personal area.',
      },
    },
    recoveryCodes: {
      renewed: {
        title: 'New recovery codes',
        text: 'They were made from the address {{address}}, and the ones before no longer work. If it was not you, tell your administrator.',
      },
    },
  },
}
