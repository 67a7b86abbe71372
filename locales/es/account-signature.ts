export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      signature: {
        title: 'Cambia quién firma en una cuenta',
        text: '{{change}}. Si no lo esperabas, avisa a dirección.',
      },
    },
  },
  actions: {
    account_signatureChanged: 'Cambia quién firma en una cuenta',
  },
  tasks: {
    signature: 'Firma de una cuenta',
  },
  changes: {
    signOne: 'Pedir la firma de un solo titular en la cuenta {{account}} (cliente {{who}})',
    signAll: 'Pedir la firma de todos los titulares en la cuenta {{account}} (cliente {{who}})',
  },
}
