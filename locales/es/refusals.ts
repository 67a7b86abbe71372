import { refusals } from './written/refusals.ts'

export default {
  codes: {
    ...refusals,
    'cvl.readOnly': 'En la vista de otra persona solo puedes consultar. Para hacer cambios, vuelve a la tuya.',
    'cvl.notYours': 'No tienes acceso a la vista de ese CVL.',
    lastAdministrator: 'Es la única persona que administra los permisos. Antes tiene que haber otra.',
    'client.blocked': 'El cliente está bloqueado.',
    'client.documents': 'Falta documentación del cliente o ha caducado.',
    'client.lopd': 'El cliente no ha firmado la LOPD.',
    'client.guardianMissing': 'El cliente es menor y no tiene tutor.',
    'client.pepUnapproved': 'Falta aprobar al cliente como persona con responsabilidad pública.',
    'client.reviewOverdue': 'La revisión del cliente está vencida.',
    'file.tooLarge': 'Archivo demasiado grande: como máximo, {{megabytes}} MB.',
    'file.unsupported': 'Tipo de archivo no admitido. Elige una imagen JPEG, PNG, WebP o GIF.',
    'file.pdfBroken': 'El PDF está dañado o incompleto. Vuelve a guardarlo y súbelo de nuevo.',
    'file.pdfEncrypted': 'El PDF está protegido con contraseña. Quítale la protección y súbelo de nuevo.',
    'file.pdfActive':
      'El PDF contiene programas, formularios que envían datos u otros archivos dentro. Imprímelo como PDF y sube esa copia.',
    'file.notAnImage': 'El archivo no es una imagen válida. Elige otro.',
    'file.pictureTooLarge': 'La imagen es demasiado grande. Redúcela a 16 megapíxeles como máximo y vuelve a subirla.',
    'file.tooComplex': 'El archivo es demasiado complejo. Divídelo o simplifícalo.',
    'file.busy': 'El servidor está procesando muchos archivos. Inténtalo dentro de unos segundos.',
    'file.unavailable': 'Esta instalación no puede leer imágenes. Avisa a soporte.',
    'file.damaged': 'El archivo falta o está dañado. Súbelo de nuevo o avisa a soporte.',
    'export.nothing': 'No hay ningún documento que preparar.',
    'export.running': 'Ya se está preparando otro archivo tuyo. Espera a que termine o cancélalo.',
    'account.notActive': 'Esta cuenta no está activa.',
    'account.overdrawn': 'No hay saldo suficiente en la cuenta.',
    'account.matured': 'Esta cuenta ha vencido: no admite aportaciones.',
    'ledger.monthClosed': 'Ese mes ya está cerrado.',
    'idempotency.differentBody':
      'Esta operación ya se envió con otros datos. Cierra el formulario y revisa los movimientos antes de repetirla.',
    'conflict.changed': 'Otra persona ha cambiado estos datos. Recárgalos antes de continuar.',
    'bulk.tooMany': 'Has elegido más registros de los que admite una acción: filtra más la lista.',
    'prefix.notYours': 'Tu usuario no tiene acceso en ese país.',
  },
}
