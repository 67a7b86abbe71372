export default {
  loading: 'Cargando...',
  noData: 'No hay datos disponibles.',
  genericError: 'Ocurrió un error. Por favor, intenta nuevamente.',
  retry: 'Reintentar',
  reload: 'Recargar la página',
  requestId: 'Referencia: {{id}}',
  cancel: 'Cancelar',
  close: 'Cerrar',
  copied: 'Copiado',
  yes: 'Sí',
  no: 'No',
  /** The effective yearly rate of interest, before tax. */
  effectiveRate: 'TAE',
  password: {
    show: 'Mostrar la contraseña',
    hide: 'Ocultar la contraseña',
    capsLock: 'Bloq Mayús está activado.',
  },
}
