export default {}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    secondFactor: {
      added: {
        title: 'Segundo factor añadido',
        text: '{{way}} protege ahora tu cuenta.',
      },
      removed: {
        title: 'Segundo factor quitado',
        text: '{{way}} ya no protege tu cuenta.',
      },
    },
    recoveryCode: {
      used: {
        title: 'Código de recuperación usado',
        text: 'Te quedan {{left}}. Puedes crear otros nuevos en tu área personal.',
      },
    },
    recoveryCodes: {
      renewed: {
        title: 'Códigos de recuperación nuevos',
        text: 'Se han creado desde la dirección {{address}} y los anteriores ya no sirven. Si no has sido tú, avisa a tu administrador.',
      },
    },
  },
}
