export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      signature: {
        title: 'Cambio de firma en una cuenta',
        text: '{{change}}. Si no lo esperabas, avisa a Dirección.',
      },
    },
  },
  actions: {
    account_signatureChanged: 'Cambia la firma de una cuenta',
  },
  tasks: {
    signature: 'Firma de una cuenta',
  },
  changes: {
    signOne: 'Exigir la firma de un solo titular en la cuenta {{account}} (cliente {{who}})',
    signAll: 'Exigir la firma de todos los titulares en la cuenta {{account}} (cliente {{who}})',
  },
  refusals: {
    'account.allSign': 'Esta cuenta exige la firma de todos los titulares: confirma que han firmado.',
    'account.oneHolder': 'Esta cuenta tiene un solo titular.',
    'account.signatureWaits': 'Ya hay un cambio de firma de esta cuenta pendiente de aprobación.',
  },
  auditValues: {
    one: 'Un titular',
  },
  changeFields: {
    signedBy: 'Han firmado',
  },
  changeValues: {
    anyHolder: 'Uno de los titulares',
    allHolders: 'Todos los titulares',
  },
}
