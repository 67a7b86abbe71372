export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      signature: {
        title: 'Muda quem assina numa conta',
        text: '{{change}}. Se não o esperavas, avisa a direção.',
      },
    },
  },
  actions: {
    account_signatureChanged: 'Muda quem assina numa conta',
  },
  tasks: {
    signature: 'Assinatura de uma conta',
  },
  changes: {
    signOne: 'Pedir a assinatura de um só titular na conta {{account}} (cliente {{who}})',
    signAll: 'Pedir a assinatura de todos os titulares na conta {{account}} (cliente {{who}})',
  },
}
