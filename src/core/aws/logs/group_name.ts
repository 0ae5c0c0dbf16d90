/** The form of a log group's name. */
export const GROUP_NAME = /^[.\-_/#A-Za-z0-9]{1,512}$/;
