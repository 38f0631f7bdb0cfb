export declare const copy = 'M9 9h11v11H9zM5.5 15H4V4h11v1.5'
