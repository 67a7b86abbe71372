export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    secondFactor: {
      added: {
        title: 'Segundo fator adicionado',
        text: '{{way}} protege agora a tua conta.',
      },
      removed: {
        title: 'Segundo fator removido',
        text: '{{way}} já não protege a tua conta.',
      },
    },
    recoveryCode: {
      used: {
        title: 'Código de recuperação usado',
        text: 'Restam-te {{left}}. Podes criar novos na tua área pessoal.',
      },
    },
    recoveryCodes: {
      renewed: {
        title: 'Códigos de recuperação novos',
        text: 'Foram criados a partir do endereço {{address}} e os anteriores já não servem. Se não foste tu, avisa o teu administrador.',
      },
    },
  },
}
