export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    secondFactor: {
      added: {
        title: 'Second factor added',
        text: '{{way}} now protects your user.',
      },
      removed: {
        title: 'Second factor removed',
        text: '{{way}} no longer protects your user.',
      },
    },
    recoveryCode: {
      used: {
        title: 'Recovery code used',
        text: 'You have {{left}} left. You can create new ones in your personal area.',
      },
    },
    recoveryCodes: {
      renewed: {
        title: 'New recovery codes',
        text: 'They were created from the address {{address}}, and the previous ones are no longer valid. If it was not you, tell your administrator.',
      },
    },
  },
  refusals: {
    'secondFactor.tooNew':
      'Your second factor is less than 24 hours old and cannot be used to approve yet. Wait, or ask another person to approve.',
    'passkey.noDomain': 'Passkeys are not available in this installation.',
  },
}
