const MISSED = ", missed";

/** Returns a goal as part of a line, marked if the measured value does not meet it. */
export const goal = (text: string, isMet: boolean): string => `goal ${text}${isMet ? "" : MISSED}`;

/** Whether a line has a missed goal. */
export const isMissed = (line: string): boolean => line.includes(MISSED);
